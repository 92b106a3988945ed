#include "tasks/sampler/interpreter.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "io/base/exec.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/shortage.hpp"
#include "io/base/variable.hpp"
#include "io/base/which_python.hpp"

namespace icsweep {

extern const char* const sampler_host;  // the text of host.py, in a source that embed.cmake makes

namespace {

constexpr std::size_t words_kept = 4096;  // bytes of its output

std::unique_ptr<Interpreter>& beside() {
  static std::unique_ptr<Interpreter> interpreter;
  return interpreter;
}

/// Variables that select its GPUs; empty: those of this process.
std::vector<std::string>& gpus_beside() {
  static std::vector<std::string> variables;
  return variables;
}

std::chrono::duration<double> patience() {
  const double value = real_number(variable("ICSWEEP_SAMPLER_SECONDS")).value_or(0);
  return std::chrono::duration<double>(value > 0 ? value : 300);
}

[[noreturn]] void fail(const std::string& what) {
  const int error = errno;
  const std::string why = fmt::format("sampler: {} ({})", what, std::strerror(error));
  if (is_shortage(error)) throw Shortage(why);
  throw std::runtime_error(why);
}

/// PYTHONPATH without the current folder, which empty parts mean, and with absolute paths.
std::string python_path() {
  std::istringstream parts(variable("PYTHONPATH"));
  std::string path;
  for (std::string part; std::getline(parts, part, ':');)
    if (!part.empty() && part != ".") path += (path.empty() ? "" : ":") + std::filesystem::absolute(part).string();
  return path;
}

/// Variables of the interpreter. Sums must not depend on a number of threads, nor the order of a set on the process.
std::vector<std::string> environment() {
  std::vector<std::string_view> without{"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                                        "PYTHONHASHSEED",  "PYTHONPATH",      "PYTHONSTARTUP"};
  const auto& gpus = gpus_beside();
  if (!gpus.empty()) without.insert(without.end(), std::begin(gpu_variables), std::end(gpu_variables));
  auto all = child_environment(without);
  all.insert(all.end(), gpus.begin(), gpus.end());
  if (const std::string path = python_path(); !path.empty()) all.push_back("PYTHONPATH=" + path);
  for (const char* own : {"OMP_NUM_THREADS=1", "MKL_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "PYTHONHASHSEED=0"})
    all.emplace_back(own);
  return all;
}

/// Order that starts the interpreter. It imports no module of the current folder as it starts.
ProcessOrder order(int channel, int memory) {
  const std::string python = which_python();
  return {.file = python,
          .arguments = {python, "-u", "-c", sampler_host, std::to_string(::getppid()), std::string(pythons)},
          .environment = environment(),
          .folder = "/",
          .input = "",
          .errors = Stream::output,
          .passed = {channel, memory},
          .lifetime = Lifetime::kept,
          .is_deaf = true};
}

}  // namespace

Interpreter& Interpreter::beside_this_process() {
  auto& one = beside();
  if (one && one->owner_ != ::getpid()) one.reset();
  if (!one) one.reset(new Interpreter);
  return *one;
}

void Interpreter::use_gpus(const Allotment& allotment) {
  auto variables = gpu_environment(allotment);
  if (variables == gpus_beside()) return;
  end();
  gpus_beside() = std::move(variables);
}

void Interpreter::end() {
  beside().reset();
}

Interpreter::Interpreter() try : owner_(::getpid()), memory_file_(::memfd_create("icsweep-sampler", MFD_CLOEXEC)) {
  int ends[2] = {-1, -1};
  if (!memory_file_.is_open() || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    fail("no pipe to Python");
  channel_ = Descriptor(ends[0]);
  const Descriptor other_end(ends[1]);
  process_.emplace(order(other_end.number(), memory_file_.number()));
} catch (const CannotStart& e) {
  throw std::runtime_error(fmt::format("sampler: \"{}\" does not start ({}), choose another Python with NumPy: {}",
                                       which_python(), e.reason, pythons));
}

Interpreter::~Interpreter() {
  if (!memory_.empty()) ::munmap(memory_.data(), memory_.size());
}

std::int64_t Interpreter::send(nlohmann::json request) {
  request["number"] = ++last_;
  const std::string text = request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t sent = ::send(channel_.number(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) break;  // it is dead, as answer() will notice
    rest.remove_prefix(std::size_t(sent));
  }
  return last_;
}

nlohmann::json Interpreter::answer(std::int64_t request, const std::string& name, const std::function<void()>& poll) {
  const auto limit = std::chrono::steady_clock::now() + patience();
  for (;;) {
    for (std::string line; heard_.take(line);) {
      auto answer = nlohmann::json::parse(line, nullptr, false);
      const auto number = answer.is_object() ? answer.find("number") : answer.end();
      if (!answer.is_object() || number == answer.end() || !number->is_number_integer())
        give_up(name, "wrote something that is not an answer");
      if (*number < request) continue;
      if (*number > request) give_up(name, "answered a request that was not made");
      if (answer.contains("error")) throw std::runtime_error(answer["error"].get<std::string>());
      return answer;
    }
    listen();
    if (!heard_.has_line() && process_->has_ended()) {
      listen();  // its last words
      if (!heard_.has_line()) give_up(name, with_last_words(process_->ending().text(), words_));
    }
    if (heard_.length() > (1u << 20)) give_up(name, "wrote something that is not an answer");
    if (heard_.has_line()) continue;
    if (poll) poll();
    if (std::chrono::steady_clock::now() > limit)
      give_up(name, fmt::format("gave no answer for {:.4g} s (ICSWEEP_SAMPLER_SECONDS)", patience().count()));
  }
}

/// Waits up to 10 ms for more output.
void Interpreter::listen() {
  pollfd ready[] = {{channel_.number(), POLLIN, 0}, {process_->output(), POLLIN, 0}};
  if (::poll(ready, 2, 10) <= 0) return;
  process_->read_output(words_);
  if (words_.size() > 2 * words_kept) words_.erase(0, words_.size() - words_kept);
  if (ready[0].revents == 0) return;
  char block[4096];
  const ssize_t size = ::recv(channel_.number(), block, sizeof block, MSG_DONTWAIT);
  if (size > 0) heard_.text().append(block, std::size_t(size));
  else if (size == 0) ::usleep(1000);  // until it has ended
}

void Interpreter::give_up(const std::string& name, const std::string& why) {
  const std::string message = fmt::format("{}: its Python {}", name, why);
  end();  // destroys *this
  throw std::runtime_error(message);
}

std::span<std::byte> Interpreter::memory(std::size_t bytes) {
  if (bytes <= memory_.size()) return memory_;
  if (::ftruncate(memory_file_.number(), off_t(bytes)) != 0) fail(fmt::format("no {} bytes of memory", bytes));
  if (!memory_.empty()) ::munmap(memory_.data(), memory_.size());
  memory_ = {};
  void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory_file_.number(), 0);
  if (at == MAP_FAILED) fail(fmt::format("no {} bytes of memory", bytes));
  return memory_ = {static_cast<std::byte*>(at), bytes};
}

}  // namespace icsweep
