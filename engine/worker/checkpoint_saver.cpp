#include "engine/worker/checkpoint_saver.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "engine/planning/version.hpp"
#include "io/say.hpp"

namespace icsweep {
namespace {

constexpr int least_share = 100;  // least pause, in durations of a saving

bool fits(const CheckpointHead& head, const Assignment& a, int failures) {
  return head.task == a.task->schema().task && head.identity == a.identity && head.program == checkpoint_program() &&
         head.result_version == a.task->schema().result_version && head.failures == failures;
}

}  // namespace

bool CheckpointSaver::due() const {
  if (path_.empty() || !(every_ > 0)) return false;
  const auto since = Clock::now() - last_;
  return since >= std::chrono::duration<double>(every_) && since >= cost_ * least_share;
}

void CheckpointSaver::save(const CheckpointHead& head, Context& experiment, const std::function<void()>& also) {
  const auto begin = Clock::now();
  if (!path_.empty()) write(path_, head, experiment);
  if (also) also();
  last_ = Clock::now();
  cost_ = last_ - begin;
}

void CheckpointSaver::save_apart(const CheckpointHead& head, Context& experiment) {
  if (!path_.empty()) write(own_checkpoint_path(path_, head.identity), head, experiment);
}

void CheckpointSaver::write(const std::string& path, const CheckpointHead& head, Context& experiment) {
  const auto failed = [this](const std::string& what) {
    if (!failed_)
      say(stderr, "{}: training goes on, but a kill costs what it has done since the last checkpoint\n", what);
    failed_ = true;
  };
  try {
    const auto state = experiment.snapshot();
    if (!state) return;
    write_checkpoint(path, head, *state);
  } catch (const Error& e) {
    const std::string what = e.what();
    failed(what.substr(0, what.rfind(", ")));
  } catch (const std::bad_alloc&) {
    failed(path + ": cannot be written (out of memory)");
  }
}

std::optional<Checkpoint> CheckpointSaver::find(const Assignment& a, int failures) const {
  for (const std::string& path : {path_, a.checkpoint}) {
    if (std::error_code none; path.empty() || !std::filesystem::exists(path, none)) continue;
    try {
      if (Checkpoint c = read_checkpoint(path); fits(c.head, a, failures)) return c;
    } catch (const Error& e) {
      say(stderr, "{}\n", e.what());
    }
  }
  return std::nullopt;
}

bool CheckpointSaver::holds(const Assignment& a) const {
  std::error_code none;
  return !a.checkpoint.empty() || (!path_.empty() && std::filesystem::exists(path_, none));
}

void CheckpointSaver::remove(const Assignment& a, Outcome outcome) const {
  const std::string own = path_.empty() ? "" : own_checkpoint_path(path_, a.identity);
  std::error_code none;
  const auto is_there = [&](const std::string& path) { return !path.empty() && std::filesystem::exists(path, none); };
  if (outcome == Outcome::timed_out && !own.empty() && !is_there(own))  // no state was saved when its time was up
    rename_checkpoint(is_there(path_) ? path_ : a.checkpoint, own);
  for (const std::string& path : {path_, a.checkpoint, own})
    if (!path.empty() && (path != own || outcome != Outcome::timed_out))
      remove_checkpoint(path);  // the next launch deals with a file that cannot be removed
}

}  // namespace icsweep
