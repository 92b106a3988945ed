#include "tasks/task.hpp"

namespace icsweep {

void Context::tick(const Progress& progress) {
  latest_ = progress;
  ticking_ = true;
  on_tick(progress);
  ticking_ = false;
}

void Context::resumable(State state, const std::function<void()>& loop, SoFar so_far) {
  on_loop();
  if (ended_.size() < saved_.size()) {
    std::string& from = saved_[ended_.size()];
    Archive archive{std::string_view(from)};
    state(archive);
    archive.expect_end();
    from = {};
  }
  state_ = std::move(state);
  so_far_ = std::move(so_far);
  try {
    loop();
  } catch (...) {
    results_ = results_so_far();
    so_far_ = nullptr;
    throw;
  }
  so_far_ = nullptr;
  Archive archive(&ended_.emplace_back());
  state_(archive);
  state_ = nullptr;
}

Results Context::results_so_far() const {
  Results results = so_far_ ? so_far_() : Results{};
  for (const auto& [name, values] : results_) results.try_emplace(name, values);
  return results;
}

std::optional<std::string_view> Context::snapshot() {
  if (state_ ? !ticking_ : ended_.empty()) return std::nullopt;
  snapshot_.clear();
  Archive archive(&snapshot_);
  bool inside = bool(state_);
  archive(latest_, results_, weights_, ended_, inside);
  try {
    if (inside) state_(archive);
  } catch (const NoState&) {
    return std::nullopt;
  }
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
