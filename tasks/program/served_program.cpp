#include "tasks/program/served_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "io/base/process_memory.hpp"
#include "tasks/not_started.hpp"
#include "tasks/program/environment.hpp"

namespace icsweep {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int poll_every = 2;                                              // milliseconds
constexpr std::chrono::seconds time_to_end{2};                             // once its input is closed
constexpr double settle_within = 10, save_within = 300, end_within = 0.5;  // seconds
constexpr auto sample_every = std::chrono::milliseconds(500);              // of memory
constexpr std::size_t errors_kept = 4096;                                  // bytes

/// Counts the time of a wait. While this process is frozen, it hardly counts.
class Silence {
 public:
  explicit Silence(double limit) : limit_(limit) {}
  /// Returns true once the limit is exceeded; to be called often. A limit of 0 is never exceeded.
  bool is_over() {
    const auto now = Clock::now();
    seconds_ += std::min(1.0, std::chrono::duration<double>(now - std::exchange(last_, now)).count());
    return limit_ > 0 && seconds_ > limit_;
  }

 private:
  double limit_, seconds_ = 0;
  Clock::time_point last_ = Clock::now();
};

/// The shorter of two limits; 0 means no limit in the first.
double limited(double limit, double most) {
  return limit > 0 ? std::min(limit, most) : most;
}

}  // namespace

CheckpointFolder& ServedProgram::folder() {
  drop_if_forked();
  if (!folder_) folder_ = std::make_unique<CheckpointFolder>();
  return *folder_;
}

/// Drops the process and the folder in a forked copy of the process that made them: neither is ours there.
void ServedProgram::drop_if_forked() {
  if (owner_ == ::getpid()) return;
  owner_ = ::getpid();
  process_.reset();
  static_cast<void>(folder_.release());
}

void ServedProgram::prepare(int threads, const Allotment& allotment, const Poll& poll) {
  drop_if_forked();
  if (is_alone_ || allotment.is_alone) process_.reset();
  if (process_ && state_ == State::waits) {
    process_->read_output(heard_.text());
    if (!heard_.empty()) process_->kill();  // it wrote without being asked
  }
  if (process_ && (state_ == State::computes || state_ == State::asks)) leave();
  if (process_ && state_ == State::leaves) settle(poll);
  if (process_ && process_->has_ended()) process_.reset();
  if (!process_ || state_ == State::starts) start(threads, allotment, poll);
}

void ServedProgram::expect_same_files() const {
  if (!definition_.code.empty() && code_of(definition_) != definition_.code)
    throw std::runtime_error(
        "its program's files were changed while the sweep ran; run the same command again, with "
        "--retry failed if they are as before");
}

void ServedProgram::start(int threads, const Allotment& allotment, const Poll& poll) {
  if (!process_) {
    expect_same_files();
    ProcessOrder order{executable(), arguments_of(definition_.command, definition_.folder),
                       program_environment(threads, allotment), definition_.folder};
    order.lifetime = Lifetime::kept;
    order.grace = time_to_end;
    order.limits.bytes = std::size_t(allotment.memory);
    is_alone_ = allotment.is_alone;
    heard_.clear(), errors_.clear();
    state_ = State::starts;
    process_ = std::make_unique<Process>(order);
  }
  try {
    await_hello(poll);
  } catch (const ProgramFault& fault) {
    if (was_ready_ || fault.was_asked_to_end) throw;
    refuse_start(fault.what());
  }
  was_ready_ = true;
  state_ = State::waits;
  has_served_ = false;
}

std::string ServedProgram::executable() const {
  try {
    return executable_of(definition_.command.at(0), definition_.folder);
  } catch (const std::runtime_error& e) {
    if (was_ready_) throw;
    throw NotStarted(e.what());
  }
}

/// A Python that lacks a module is the usual reason.
void ServedProgram::refuse_start(const std::string& why) const {
  const std::string words = "ModuleNotFoundError: No module named '";
  const std::size_t at = why.rfind(words);
  if (at == why.npos) throw NotStarted(why);
  const std::size_t begin = at + words.size();
  throw NotStarted(fmt::format(
      "{} has no module {} ({}); install it there, or activate the environment that has it, or name its Python in "
      "ICSWEEP_PYTHON",
      executable(), why.substr(begin, why.find('\'', begin) - begin), why.substr(why.find("last said: ") + 11)));
}

/// Waits for the program's hello. Earlier output, as libraries print when they are loaded, counts as output to standard
/// error.
void ServedProgram::await_hello(const Poll& poll) {
  for (std::size_t printed = 0; printed < longest_line_;) {
    const std::string line = next_line(poll, definition_.silent_after);
    if (line.find("\"icsweep\"") != line.npos) {
      if (understood(line).kind == ProgramMessage::Kind::hello) return;
      fault(fmt::format("did not begin with {{\"icsweep\":{}}}", program_protocol));
    }
    errors_ += line + '\n';
    printed += line.size() + 1;
  }
  fault(fmt::format("printed more than {} bytes before it began with {{\"icsweep\":{}}}", longest_line_,
                    program_protocol));
}

/// Waits until the program has returned from the abandoned experiment. Ends it if it does not return in time, or
/// continues after a line that it wrote before it was asked to stop.
void ServedProgram::settle(const Poll& poll) try {
  for (int lines = 0; state_ == State::leaves; ++lines) {
    if (next(poll, limited(definition_.silent_after, settle_within)).ends_run()) {
      state_ = State::waits;
      has_served_ = true;
    } else {
      if (lines > 0) fault("was asked to stop, but continues");
      answer("stop");
    }
  }
} catch (const ProgramFault&) {
}

void ServedProgram::begin(ProgramOrder order, const Poll& poll) {
  prepare(order.threads, order.allotment, poll);
  if (has_served_) forget_peak(process_->program());
  order_ = std::move(order);
  order_.run = ++runs_;
  tree_peak_ = 0;
  errors_.clear();
  is_first_line_ = true;
  state_ = State::computes;
  try {
    send(order_line(order_), poll, definition_.silent_after);
  } catch (const ProgramFault&) {
    if (!has_served_) throw;
    begin(std::move(order_), poll);
  }
}

ProgramMessage ServedProgram::receive(const Poll& poll) try {
  const ProgramMessage message = expected(next(poll, definition_.silent_after));
  is_first_line_ = false;
  has_served_ |= message.ends_run();
  state_ = message.ends_run() ? State::waits : State::asks;
  return message;
} catch (const ProgramFault&) {
  if (!has_served_ || !is_first_line_) throw;
  begin(std::move(order_), poll);
  return receive(poll);
}

/// Checks a line about this experiment.
ProgramMessage ServedProgram::expected(const ProgramMessage& message) {
  using Kind = ProgramMessage::Kind;
  const bool ends = message.ends_run() && message.kind != Kind::stopped;
  if (message.kind != Kind::progress && !ends) fault("gave an answer without being asked");
  if (ends && message.run != order_.run)
    fault(fmt::format("gave an end of run {}, where run {} was to end", message.run, order_.run));
  return message;
}

bool ServedProgram::save() {
  folder().clear();
  answer("save");
  const ProgramMessage message = next({}, limited(definition_.silent_after, save_within));
  if (message.kind != ProgramMessage::Kind::saved && message.kind != ProgramMessage::Kind::not_saved)
    fault("was asked to save, and did not answer with {\"saved\":true} or {\"saved\":false}");
  has_refused_ |= message.kind == ProgramMessage::Kind::not_saved;
  return message.kind == ProgramMessage::Kind::saved;
}

void ServedProgram::leave() noexcept {
  if (!process_ || state_ == State::starts || state_ == State::waits) return;
  const bool asks = std::exchange(state_, State::leaves) == State::asks;
  const std::string line = answer_line("stop");
  std::string_view rest = line;
  if (asks && (!process_->write(rest) || !rest.empty())) process_->kill();
}

double ServedProgram::rest() noexcept {
  drop_if_forked();
  const double peak = process_ ? peak_bytes_of(process_->program()) : 0;
  if (is_alone_) end_alone();
  return std::max({peak, std::exchange(peak_, 0), std::exchange(tree_peak_, 0)});
}

/// Ends the process and notes its memory.
void ServedProgram::end_alone() {
  if (!process_) return;
  process_->end();
  peak_ = process_->peak_bytes();
  process_.reset();
}

ProgramMessage ServedProgram::next(const Poll& poll, double silent_after) {
  return understood(next_line(poll, silent_after));
}

ProgramMessage ServedProgram::understood(const std::string& line) {
  ProgramMessage message;
  try {
    message = program_message(line);
  } catch (const std::runtime_error& e) {
    fault(e.what());
  }
  const bool has_read = process_->unread() <= 1;  // a reader of JSON may leave the end of the line
  if ((!heard_.empty() || !has_read) && !message.ends_run()) fault("kept writing without waiting for the answer");
  return message;
}

std::string ServedProgram::next_line(const Poll& poll, double silent_after) {
  Silence silence(silent_after);
  std::string line;
  while (!take_line(line)) {
    process_->wait(poll_every);
    sample_memory();
    const bool is_open = process_->read_output(heard_.text());
    hear_errors();
    if (take_line(line)) break;
    const bool has_ended = process_->has_ended();
    for (std::size_t before = std::size_t(-1);
         has_ended && before != heard_.text().size() && heard_.text().size() <= longest_line_;) {
      before = heard_.text().size();
      process_->read_output(heard_.text());  // output from before its end
    }
    if (take_line(line)) break;
    if (!is_open || has_ended) fault("closed its output");
    if (silence.is_over()) fault_of_silence(fmt::format("wrote no line for {:g} s and was killed", silent_after));
    if (poll) poll();
  }
  return line;
}

/// Notes the memory of the program's whole tree, at a cost of at most 1 %.
void ServedProgram::sample_memory() {
  const auto begin = Clock::now();
  if (begin < next_sample_) return;
  tree_peak_ = std::max(tree_peak_, bytes_of_tree(process_->program()));
  const auto end = Clock::now();
  next_sample_ = end + std::max<Clock::duration>(sample_every, 100 * (end - begin));
}

bool ServedProgram::take_line(std::string& line) {
  if (heard_.length() > longest_line_) fault(fmt::format("wrote a line of more than {} bytes", longest_line_));
  return heard_.take(line);
}

void ServedProgram::answer(std::string_view what) {
  send(answer_line(what), {}, settle_within);
}

void ServedProgram::send(const std::string& line, const Poll& poll, double silent_after) {
  Silence silence(silent_after);
  for (std::string_view rest(line);;) {
    if (!process_->write(rest)) fault("closed its input");
    if (rest.empty()) return;
    process_->wait(poll_every, true);
    hear_errors();
    if (silence.is_over()) fault_of_silence(fmt::format("read no input for {:g} s and was killed", silent_after));
    if (poll) poll();
  }
}

void ServedProgram::hear_errors() {
  process_->read_errors(errors_);
  if (errors_.size() > 2 * errors_kept) errors_.erase(0, errors_.size() - errors_kept);
}

/// A silent program's fault. Another process is not asked again: it would take equally long.
void ServedProgram::fault_of_silence(const std::string& what) {
  has_served_ = false;
  fault(what);
}

/// Ends the process.
void ServedProgram::fault(const std::string& what) {
  const auto begin = Clock::now();
  const bool closed = what.starts_with("closed");  // often because it ends
  while (closed && !process_->has_ended() && Clock::now() - begin < std::chrono::duration<double>(end_within))
    process_->wait(1), hear_errors();
  const bool ended = process_->has_ended();
  hear_errors();
  const std::string message =
      "its program " + with_last_words(ended && closed ? process_->ending().text() : what, errors_);
  const bool asked = ended && closed && process_->ending().was_asked_to_end();
  process_->kill();
  if (is_alone_) peak_ = process_->peak_bytes();
  process_.reset();
  state_ = State::starts;
  throw ProgramFault(message, asked);
}

}  // namespace icsweep
