#include "tasks/task.hpp"

namespace icsweep {
namespace {

std::string saved(const State& state) {
  Archive archive;
  state(archive);
  return archive.take();
}

}  // namespace

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
  ended_.push_back(saved(state_));
  state_ = nullptr;
}

std::optional<std::string> Context::snapshot() {
  if (state_ ? !ticking_ : ended_.empty()) return std::nullopt;
  std::vector<std::string> loops = ended_;
  if (state_) loops.push_back(saved(state_));
  Archive archive;
  archive(latest_, results_, weights_, loops);
  return archive.take();
}

void Context::restore(std::string_view snapshot) {
  Archive archive(snapshot);
  archive(latest_, results_, weights_, saved_);
  archive.expect_end();
}

}  // namespace icsweep
