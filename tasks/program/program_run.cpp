#include "tasks/program/program_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"
#include "tasks/despite_shortage.hpp"
#include "tasks/program/environment.hpp"

namespace icsweep {
namespace {

using Kind = ProgramMessage::Kind;

constexpr std::size_t largest_checkpoint = std::size_t(1) << 30;
constexpr std::chrono::seconds last_step_within{5};  // for an experiment that is asked to stop
constexpr std::chrono::seconds own_stop_within{20};  // after the signal that ended the program

std::vector<std::size_t> shape_of(const Output& output, const Config& config) {
  std::vector<std::size_t> shape;
  for (const auto& d : output.dimensions) shape.push_back(std::size_t(d.size(config)));
  return shape;
}

std::size_t size_of(const std::vector<std::size_t>& shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  return size;
}

bool varies(const Output& output) {
  return !output.dimensions.empty() && output.dimensions[0].up_to;
}

bool grows(const Output& output) {
  return !output.dimensions.empty() && is_along_training({output.dimensions[0].name});
}

std::string text_of(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t n : shape) text += fmt::format("[{}]", n);
  return shape.empty() ? "one number" : text;
}

constexpr const char* refusal =
    "declares program.at_rung = \"saves\" and answers {\"saved\":false}: an experiment that stops at a rung begins "
    "anew; "
    "declare \"restarts\", or let it save";

/// Number of the `checkpoints` values of a curve that are due at this progress.
std::int64_t values_due(std::int64_t checkpoints, const Progress& progress) {
  return std::min(checkpoints, std::int64_t((__int128(progress.step + 1) * checkpoints - 1) / progress.steps));
}

[[noreturn]] void fail_of(const std::string& what) {
  throw std::runtime_error("its program " + what);
}

}  // namespace

void ProgramRun::state(Archive& archive) {
  if (has_left_) throw NoState{};  // the checkpoint was given away
  if (is_asking_) save();
  archive(ended_, has_checkpoint_, checkpoint_, curves_, given_);
  if (is_asking_) checkpoint_ = {};
}

void ProgramRun::save() {
  if (!definition_.checkpoints) throw NoState{};
  try {
    const bool has_refused = program_.has_refused();
    if (!program_.save()) {
      if (!has_refused && declares_saves()) say(stderr, "{}: the program {}\n", definition_.name, refusal);
      throw NoState{};
    }
    checkpoint_ = program_.folder().take(largest_checkpoint);
    has_checkpoint_ = true;
  } catch (const ProgramFault&) {
    fault_ = std::current_exception();
    throw Broken{};
  } catch (const std::runtime_error& e) {
    if (!std::exchange(has_warned_, true))
      say(stderr, "{}: the program {}: it continues, but its work is lost if it is killed\n", definition_.name,
          e.what());
    throw NoState{};
  }
}

void ProgramRun::run() {
  if (ended_) return;
  try {
    converse();
  } catch (const ProgramFault& fault) {
    is_asking_ = false;
    has_left_ = true;
    if (leaving_) std::rethrow_exception(leaving_);  // the rank is stopped, and perhaps its job
    if (fault.was_asked_to_end) await_own_stop();
    throw;
  } catch (...) {
    is_asking_ = false;
    program_.leave();
    throw;
  }
  ended_ = true;
  curves_.clear();
}

/// A batch system that ends a job may signal the program before this process. The exception of poll() then ends the
/// experiment as stopped. Otherwise something else ended the program alone.
void ProgramRun::await_own_stop() {
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < own_stop_within) {
    context_.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

ProgramOrder ProgramRun::order() {
  ProgramOrder order;
  for (const auto& p : definition_.parameters) order.parameters.emplace(p.name, config_.at(p.name));
  order.known = definition_.parameters;
  order.threads = context_.threads();
  order.allotment = context_.allotment();
  order.local_rank = order.allotment.gpus ? 0 : local_rank();  // it sees its own GPUs alone
  order.checkpoint = program_.folder().path();
  order.resume = has_checkpoint_;
  if (has_checkpoint_) program_.folder().put(std::exchange(checkpoint_, {}));
  else program_.folder().clear();
  return order;
}

void ProgramRun::converse() {
  const ServedProgram::Poll polls = [this] { poll(); };
  if (has_checkpoint_) context_.tick_again();  // what ends at this step needs no process
  despite_shortage(polls, [&] { program_.begin(order(), polls); });
  for (;;) {
    const ProgramMessage message = program_.receive(polls);
    if (message.kind == Kind::failed) throw std::runtime_error(message.why);
    if (message.kind == Kind::diverged) throw Diverged(message.why);
    if (message.kind == Kind::results) return put_results(message.values);
    add_to_curves(message.values);
    expect_declared_steps(message);
    tick(message);
    program_.go_on();
  }
}

/// A rung of a search is a step, and has the curves up to it.
void ProgramRun::expect_declared_steps(const ProgramMessage& message) const {
  if (definition_.steps.empty()) return;
  const auto [step, steps] = std::pair<std::int64_t, std::int64_t>(message.progress.step, message.progress.steps);
  const std::int64_t declared = config_.integer(definition_.steps);
  if (steps != declared)
    fail_of(fmt::format("reported step {} of {}, but {} = {}: program.steps{} says that its steps are {}", step, steps,
                        definition_.steps, declared,
                        definition_.steps_place.empty() ? "" : fmt::format(" ({})", definition_.steps_place),
                        definition_.steps));
  for (const auto& [name, values] : curves_) {
    const Output& output = *schema_.find_output(name);
    if (varies(output) && name != context_.compared()) continue;
    const auto size = std::int64_t(shape_of(output, config_).front());
    const std::int64_t each = std::int64_t(size_of(shape_of(output, config_))) / size;
    const std::int64_t due = values_due(output.dimensions[0].thins ? steps : size, message.progress);
    if (std::int64_t(values.size()) < due * each)
      fail_of(fmt::format("gave {} of the {} values of \"{}\" that are due at step {} of {}",
                          std::int64_t(values.size()) / each, due, name, step, steps));
  }
}

void ProgramRun::tick(const ProgramMessage& message) {
  is_asking_ = has_ticked_ = true;
  try {
    context_.tick(message.progress);
  } catch (const Broken&) {
    std::rethrow_exception(fault_);
  }
  is_asking_ = false;
  if (leaving_) std::rethrow_exception(leaving_);
}

/// Keeps an exception of a poll until the program's next step, so that this step can be saved.
void ProgramRun::poll() {
  try {
    context_.poll();
  } catch (...) {
    if (!definition_.checkpoints || !has_ticked_) throw;
    if (!leaving_) since_ = std::chrono::steady_clock::now();
    if (!leaving_) leaving_ = std::current_exception();
  }
  if (leaving_ && std::chrono::steady_clock::now() - since_ > last_step_within) std::rethrow_exception(leaving_);
}

void ProgramRun::add_to_curves(const ProgramResults& values) {
  for (const auto& [name, more] : values) {
    const Output* output = schema_.find_output(name);
    if (!output || !grows(*output))
      fail_of(fmt::format("gave \"{0}\" as a curve along training; declare it as \"{0}[checkpoint=N]\"",
                          cut(printable(name), 40)));
    if (output->dimensions[0].thins) {
      thin_out(*output, more.values);
      continue;
    }
    std::vector<double>& all = curves_[name];
    all.insert(all.end(), more.values.begin(), more.values.end());
    const auto shape = shape_of(*output, config_);
    if (all.size() > size_of(shape)) fail_of(fmt::format("gave more of \"{}\" than {}", name, text_of(shape)));
  }
}

/// Appends values to a curve of any length. It keeps the values k, 2k, 3k, … counted from 1, where k is the least power
/// of two for which they fit.
void ProgramRun::thin_out(const Output& output, std::span<const double> more) {
  const auto shape = shape_of(output, config_);
  const std::size_t each = size_of(shape) / shape[0];
  std::vector<double>& kept = curves_[output.name];
  std::vector<double>& count = given_[output.name];
  if (count.empty()) count = {0, 1};  // rows so far, and k
  if (more.size() % each != 0)
    fail_of(fmt::format("gave {} values of \"{}\", whose rows have {}", more.size(), output.name, each));
  for (std::size_t at = 0; at < more.size(); at += each) {
    if (std::fmod(++count[0], count[1]) != 0) continue;
    if (kept.size() == size_of(shape)) {
      for (std::size_t row = 0; 2 * row + 1 < shape[0]; ++row)
        std::copy_n(kept.begin() + std::ptrdiff_t((2 * row + 1) * each), each,
                    kept.begin() + std::ptrdiff_t(row * each));
      kept.resize(shape[0] / 2 * each);
      count[1] *= 2;
      if (std::fmod(count[0], count[1]) != 0) continue;
    }
    kept.insert(kept.end(), more.begin() + std::ptrdiff_t(at), more.begin() + std::ptrdiff_t(at + each));
  }
}

Results ProgramRun::so_far() const {
  Results results;
  for (const auto& [name, values] : curves_) {
    auto& padded = results[name] = values;
    padded.resize(size_of(shape_of(*schema_.find_output(name), config_)), std::nan(""));
  }
  return results;
}

void ProgramRun::put_results(const ProgramResults& values) {
  for (const auto& [name, numbers] : values)
    if (!schema_.find_output(name))
      fail_of(fmt::format("gave \"{}\", which program.results does not name", cut(printable(name), 40)));
  Results all;
  for (const auto& output : schema_.outputs) {
    const auto given = values.find(output.name);
    const auto grown = curves_.find(output.name);
    if (given != values.end()) all[output.name] = complete(output, given->second);
    else if (grown != curves_.end() && has_ended_early(output, grown->second)) all[output.name] = grown->second;
    else if (grown != curves_.end()) all[output.name] = complete(output, {{grown->second.size()}, grown->second});
    else if (varies(output) && grows(output)) all[output.name] = complete(output, {{0}, {}});
    else fail_of(fmt::format("gave no result \"{}\"", output.name));
  }
  for (const auto& output : schema_.outputs) {
    auto& numbers = all[output.name];
    numbers.resize(size_of(shape_of(output, config_)), std::nan(""));
    context_.put(output.name, std::move(numbers));
  }
}

/// True if a training ended before its last step, with all values of a curve until then.
bool ProgramRun::has_ended_early(const Output& output, std::span<const double> values) const {
  const Progress& last = context_.latest();
  const auto shape = shape_of(output, config_);
  if (!grows(output) || last.steps < 1 || last.step >= last.steps || values.size() > size_of(shape)) return false;
  const std::size_t each = size_of(shape) / shape[0];
  return values.size() % each == 0 && std::int64_t(values.size() / each) >= values_due(std::int64_t(shape[0]), last);
}

/// Checks the size of a result, and fills one that may vary with NaN.
std::vector<double> ProgramRun::complete(const Output& output, const ProgramNumbers& given) {
  const auto shape = shape_of(output, config_);
  const bool is_flat = given.shape == std::vector<std::size_t>{given.values.size()};
  const std::size_t size = size_of(shape), each = shape.empty() ? 1 : size / shape[0];
  auto wanted = shape;
  if (varies(output) && !given.shape.empty()) wanted[0] = is_flat ? given.values.size() / each : given.shape[0];
  if (output.dimensions.size() && output.dimensions[0].thins && size_of(wanted) > size &&
      (given.shape == wanted || is_flat)) {
    curves_.erase(output.name), given_.erase(output.name);
    thin_out(output, given.values);
    return complete(output, {{curves_[output.name].size()}, curves_[output.name]});
  }
  if (!(given.shape == wanted || (is_flat && !shape.empty() && given.values.size() == size_of(wanted))) ||
      size_of(wanted) > size)
    fail_of(fmt::format("gave {} of \"{}\", which is {}{}",
                        is_flat ? fmt::format("[{}]", given.values.size()) : text_of(given.shape), output.name,
                        varies(output) ? "at most " : "", text_of(shape)));
  std::vector<double> numbers = given.values;
  numbers.resize(size, std::nan(""));
  return numbers;
}

}  // namespace icsweep
