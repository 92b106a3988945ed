#include "tasks/task.hpp"

namespace icsweep {

void Context::tick(const Progress& progress) {
  latest_ = progress;
  ticking_ = true;
  on_tick(progress);
  ticking_ = false;
}

void Context::resumable(State state, const std::function<void()>& loop) {
  if (ended_.size() < saved_.size()) {
    std::string& from = saved_[ended_.size()];
    Archive archive{std::string_view(from)};
    state(archive);
    archive.expect_end();
    from = {};
  }
  state_ = std::move(state);
  loop();
  Archive archive(&ended_.emplace_back());
  state_(archive);
  state_ = nullptr;
}

std::optional<std::string_view> Context::snapshot() {
  if (state_ ? !ticking_ : ended_.empty()) return std::nullopt;
  snapshot_.clear();
  Archive archive(&snapshot_);
  bool inside = bool(state_);
  archive(latest_, results_, weights_, ended_, inside);
  if (inside) state_(archive);
  return snapshot_;
}

void Context::restore(std::string_view snapshot) {
  Archive archive(snapshot);
  bool inside = false;
  archive(latest_, results_, weights_, saved_, inside);
  if (inside) saved_.emplace_back(archive.rest());
  else archive.expect_end();
}

}  // namespace icsweep
