#include "engine/worker/checkpoint_saver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "engine/ledger/version.hpp"
#include "io/base/say.hpp"

namespace icsweep {
namespace {

constexpr int least_share = 100;  // least pause, in durations of a saving

bool is_of(const CheckpointHead& head, const Assignment& a) {
  return head.task == a.task->schema().task && head.identity == a.identity && head.program == checkpoint_program() &&
         head.result_version == a.task->schema().result_version_of(a.config);
}

/// True if an experiment with this outcome may resume from the file later.
bool may_resume(const std::string& path, Outcome outcome) {
  const auto head = read_checkpoint_head(path);
  const bool is_kept = head && !head->kept.empty();
  return outcome == Outcome::timed_out ? !is_kept
                                       : outcome == Outcome::pruned && !(is_kept && head->kept == kept_rungs);
}

bool is_there(const std::string& path) {
  std::error_code none;
  return !path.empty() && std::filesystem::exists(path, none);
}

}  // namespace

std::string CheckpointSaver::path_of(const std::string& identity) const {
  return folder_.empty() ? "" : checkpoint_path(folder_, identity, epoch_);
}

bool CheckpointSaver::due() const {
  if (folder_.empty() || !(every_ > 0)) return false;
  const auto since = Clock::now() - last_;
  return since >= std::chrono::duration<double>(every_) && since >= cost_ * least_share;
}

bool CheckpointSaver::save(const CheckpointHead& head, Context& experiment, const std::function<void()>& also) {
  const auto begin = Clock::now();
  const bool written = !folder_.empty() && write(head, [&] { return experiment.snapshot(); });
  if (also) also();
  last_ = Clock::now();
  cost_ = last_ - begin;
  return written;
}

void CheckpointSaver::keep(const CheckpointHead& head, std::string_view state) {
  if (!folder_.empty()) write(head, [&] { return std::make_optional(state); });
}

bool CheckpointSaver::write(const CheckpointHead& head, const std::function<std::optional<std::string_view>()>& state) {
  const std::string path = path_of(head.identity);
  if (expect_own) expect_own();
  const auto failed = [this](const std::string& what) {
    if (!failed_) say(stderr, "{}: training continues, but a kill costs the work since the last checkpoint\n", what);
    failed_ = true;
    return false;
  };
  try {
    const auto bytes = state();
    if (bytes) write_checkpoint(path, head, *bytes);
    return bytes.has_value();
  } catch (const Error& e) {
    const std::string what = e.what();
    return failed(what.substr(0, what.rfind(", ")));
  } catch (const std::bad_alloc&) {
    return failed(path + ": cannot be written (out of memory)");
  }
}

void CheckpointSaver::leave(const CheckpointHead& head, Context& experiment) const try {
  const std::string path = path_of(head.identity);
  const auto saved = is_there(path) ? read_checkpoint_head(path) : std::nullopt;
  if (!saved || !saved->kept.empty() || saved->step >= head.step) return;
  if (const auto bytes = experiment.snapshot()) write_checkpoint(path, head, *bytes);
} catch (const std::exception&) {  // the earlier checkpoint serves as well
}

int CheckpointSaver::failures(const Assignment& a) const {
  const std::string path = path_of(a.identity);
  const auto saved = is_there(path) ? read_checkpoint_head(path) : std::nullopt;
  return saved && is_of(*saved, a) ? std::max(a.failures, saved->failures) : a.failures;
}

std::optional<Checkpoint> CheckpointSaver::find(const Assignment& a, int failures) const {
  for (const std::string& path : {path_of(a.identity), a.checkpoint}) {
    if (!is_there(path)) continue;
    try {
      if (Checkpoint c = read_checkpoint(path); is_of(c.head, a) && c.head.failures == failures) return c;
    } catch (const Error& e) {
      say(stderr, "{}\n", e.what());
    }
  }
  return std::nullopt;
}

bool CheckpointSaver::holds(const Assignment& a) const {
  return !a.checkpoint.empty() || is_there(path_of(a.identity));
}

void CheckpointSaver::remove(const Assignment& a, Outcome outcome) const {
  const std::string own = path_of(a.identity);
  const bool has_own = is_there(own);
  const bool keeps = may_resume(has_own ? own : a.checkpoint, outcome);
  if (!a.checkpoint.empty() && a.checkpoint != own && !(keeps && !has_own)) remove_checkpoint(a.checkpoint);
  if (!own.empty() && !keeps) remove_checkpoint(own);  // if a file cannot be removed, the next launch handles it
}

}  // namespace icsweep
