#include "tasks/sampler/interpreter.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
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

#include "io/child_process.hpp"
#include "io/descendants.hpp"
#include "io/parsed_number.hpp"
#include "tasks/sampler/host.hpp"

namespace icsweep {
namespace {

std::unique_ptr<Interpreter>& beside() {
  static std::unique_ptr<Interpreter> interpreter;
  return interpreter;
}

std::string python() {
  const char* name = std::getenv("ICSWEEP_PYTHON");
  const std::string program = name && *name ? name : "python3";
  return program.find('/') == program.npos ? program : std::filesystem::absolute(program).string();
}

std::chrono::duration<double> patience() {
  const char* seconds = std::getenv("ICSWEEP_SAMPLER_SECONDS");
  const double value = seconds ? real_number(seconds).value_or(0) : 0;
  return std::chrono::duration<double>(value > 0 ? value : 300);
}

/// A number that none of the child's own descriptors has.
int high(int descriptor) {
  const int moved = descriptor < 0 ? -1 : ::fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  if (descriptor >= 0) ::close(descriptor);
  if (moved < 0) throw std::runtime_error(fmt::format("sampler: no pipe to Python ({})", std::strerror(errno)));
  return moved;
}

/// PYTHONPATH without the current folder, which empty parts mean, and with whole paths.
std::string python_path() {
  const char* variable = std::getenv("PYTHONPATH");
  std::istringstream parts(variable ? variable : "");
  std::string path;
  for (std::string part; std::getline(parts, part, ':');)
    if (!part.empty() && part != ".") path += (path.empty() ? "" : ":") + std::filesystem::absolute(part).string();
  return path;
}

/// Sums must not depend on a number of threads, nor the order of a set on the process.
std::vector<std::string> environment() {
  auto all = child_environment(
      {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PYTHONHASHSEED", "PYTHONPATH", "PYTHONSTARTUP"});
  if (const std::string path = python_path(); !path.empty()) all.push_back("PYTHONPATH=" + path);
  for (const char* own : {"OMP_NUM_THREADS=1", "MKL_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "PYTHONHASHSEED=0"})
    all.emplace_back(own);
  return all;
}

/// The child begins with the rank's signals blocked, until it ignores them.
pid_t spawned(const std::string& program, const std::string& mark, int channel, int memory, int words) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
#if __GLIBC_PREREQ(2, 29)
  posix_spawn_file_actions_addchdir_np(&files, "/");  // Python imports modules from the current folder as it starts
#endif
  for (const auto& [from, to] : {std::pair{words, 1}, {words, 2}, {channel, 3}, {memory, 4}})
    posix_spawn_file_actions_adddup2(&files, from, to);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t blocked, standard;
  sigemptyset(&blocked);
  sigfillset(&standard);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) sigaddset(&blocked, number);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  posix_spawnattr_setsigdefault(&attributes, &standard);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const std::vector<std::string> arguments{
      program, "-u", "-c", sampler_host, std::to_string(::getpid()), std::to_string(::getppid())};
  std::vector<std::string> variables = environment();
  variables.push_back(mark);
  pid_t child = -1;
  errno = ::posix_spawnp(&child, program.c_str(), &files, &attributes, exec_pointers(arguments).data(),
                         exec_pointers(variables).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return errno == 0 ? child : -1;
}

}  // namespace

Interpreter& Interpreter::beside_this_process() {
  auto& one = beside();
  if (one && one->owner_ != ::getpid()) one.reset();
  if (!one) one.reset(new Interpreter);
  return *one;
}

void Interpreter::end() {
  beside().reset();
}

Interpreter::Interpreter() : owner_(::getpid()), mark_(descendants_mark()) {
  int channel[2] = {-1, -1}, words[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0 || ::pipe2(words, O_CLOEXEC) != 0)
    throw std::runtime_error(fmt::format("sampler: no pipe to Python ({})", std::strerror(errno)));
  channel_ = high(channel[0]);
  words_end_ = high(words[0]);
  memory_file_ = high(::memfd_create("icsweep-sampler", MFD_CLOEXEC));
  const int child_channel = high(channel[1]), child_words = high(words[1]);
  ::fcntl(words_end_, F_SETFL, O_NONBLOCK);
  adopt_orphans();
  process_ = spawned(python(), mark_, child_channel, memory_file_, child_words);
  const int error = errno;
  ::close(child_channel);
  ::close(child_words);
  if (process_ > 0) note_child(process_);
  if (process_ < 0)
    throw std::runtime_error(
        fmt::format("sampler: \"{}\" does not start ({}), name a Python with NumPy in ICSWEEP_PYTHON", python(),
                    std::strerror(error)));
}

Interpreter::~Interpreter() {
  if (!memory_.empty()) ::munmap(memory_.data(), memory_.size());
  for (const int descriptor : {channel_, words_end_, memory_file_})
    if (descriptor >= 0) ::close(descriptor);
  if (process_ <= 0 || owner_ != ::getpid()) return;
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  forget_child(process_);
  kill_descendants(mark_);
}

std::int64_t Interpreter::send(nlohmann::json request) {
  request["number"] = ++last_;
  const std::string text = request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t sent = ::send(channel_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) break;  // it is dead, as answer() will see
    rest.remove_prefix(std::size_t(sent));
  }
  return last_;
}

nlohmann::json Interpreter::answer(std::int64_t request, const std::string& name, const std::function<void()>& poll) {
  const auto limit = std::chrono::steady_clock::now() + patience();
  for (;;) {
    for (std::string line; take_line(line);) {
      auto answer = nlohmann::json::parse(line, nullptr, false);
      const auto number = answer.is_object() ? answer.find("number") : answer.end();
      if (!answer.is_object() || number == answer.end() || !number->is_number_integer())
        give_up(name, "said what is no answer");
      if (*number < request) continue;
      if (*number > request) give_up(name, "answered what was not asked");
      if (answer.contains("error")) throw std::runtime_error(answer["error"].get<std::string>());
      return answer;
    }
    listen();
    int status = 0;
    if (heard_.find('\n') == heard_.npos && ::waitpid(process_, &status, WNOHANG) == process_) {
      forget_child(std::exchange(process_, -1));
      listen();  // its last words
      if (heard_.find('\n') == heard_.npos) give_up(name, death(status));
    }
    if (heard_.size() > (1u << 20)) give_up(name, "said what is no answer");
    if (heard_.find('\n') != heard_.npos) continue;
    if (poll) poll();
    if (std::chrono::steady_clock::now() > limit)
      give_up(name, fmt::format("gave no answer for {:.4g} s (ICSWEEP_SAMPLER_SECONDS)", patience().count()));
  }
}

bool Interpreter::take_line(std::string& line) {
  const std::size_t end = heard_.find('\n');
  if (end == heard_.npos) return false;
  line = heard_.substr(0, end);
  heard_.erase(0, end + 1);
  return true;
}

/// Waits up to 10 ms for more.
void Interpreter::listen() {
  pollfd ready[] = {{channel_, POLLIN, 0}, {words_end_, POLLIN, 0}};
  if (::poll(ready, 2, 10) <= 0) return;
  read_words();
  if (ready[0].revents == 0) return;
  char block[4096];
  const ssize_t size = ::recv(channel_, block, sizeof block, MSG_DONTWAIT);
  if (size > 0) heard_.append(block, std::size_t(size));
  else if (size == 0) ::usleep(1000);  // until it can be waited for
}

/// Keeps the last ones.
void Interpreter::read_words() {
  char block[4096];
  for (int blocks = 0; blocks < 64; ++blocks) {
    const ssize_t size = ::read(words_end_, block, sizeof block);
    if (size <= 0) return;
    words_.append(block, std::size_t(size));
    if (words_.size() > 2 * sizeof block) words_.erase(0, words_.size() - sizeof block);
  }
}

std::string Interpreter::death(int status) {
  while (!words_.empty() && std::isspace(static_cast<unsigned char>(words_.back()))) words_.pop_back();
  const std::string last = words_.substr(words_.rfind('\n') + 1, 200);
  const std::string how = WIFSIGNALED(status) ? fmt::format("was ended by signal {}", WTERMSIG(status))
                                              : fmt::format("ended with status {}", WEXITSTATUS(status));
  return last.empty() ? how : fmt::format("{}: {}", how, last);
}

void Interpreter::give_up(const std::string& name, const std::string& why) {
  const std::string message = fmt::format("{}: its Python {}", name, why);
  end();  // destroys *this
  throw std::runtime_error(message);
}

std::span<std::byte> Interpreter::memory(std::size_t bytes) {
  if (bytes <= memory_.size()) return memory_;
  if (::ftruncate(memory_file_, off_t(bytes)) != 0)
    throw std::runtime_error(fmt::format("sampler: no {} bytes of memory ({})", bytes, std::strerror(errno)));
  if (!memory_.empty()) ::munmap(memory_.data(), memory_.size());
  memory_ = {};
  void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory_file_, 0);
  if (at == MAP_FAILED)
    throw std::runtime_error(fmt::format("sampler: no {} bytes of memory ({})", bytes, std::strerror(errno)));
  return memory_ = {static_cast<std::byte*>(at), bytes};
}

}  // namespace icsweep
