// The Python process beside this one, and the memory that they share.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "io/base/line_reader.hpp"
#include "io/base/process.hpp"
#include "io/base/resources.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {

/// Runs host.py with which_python(), without the launcher's variables, on one thread. It dies with this process, as do
/// all processes that it has started. Its output is kept off the display; if it dies, the message quotes its last
/// lines. Not thread-safe.
class Interpreter {
 public:
  /// The interpreter beside this process, which serves one experiment after the other. Starts it if it does not run. A
  /// forked process gets its own. Throws std::runtime_error if it cannot be started.
  static Interpreter& beside_this_process();
  /// GPUs of the next experiments. Ends an interpreter that has others.
  static void use_gpus(const Allotment& allotment);
  /// Ends it, so that the next one starts without earlier state.
  static void end();

  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Sends a request of host.py and returns its number.
  std::int64_t send(nlohmann::json request);
  /// Waits for the answer to that request; drops answers to earlier ones. `poll` is called meanwhile and may throw.
  /// Throws std::runtime_error: the answer's error, or "POLYNOMIALS.PY: its Python …" for `name` if the interpreter
  /// dies, writes something that is not an answer, or is silent for five minutes (ICSWEEP_SAMPLER_SECONDS); it is then
  /// ended.
  nlohmann::json answer(std::int64_t request, const std::string& name, const std::function<void()>& poll);

  /// At least that number of bytes of shared memory. They do not move until more are requested.
  std::span<std::byte> memory(std::size_t bytes);

  /// Private folder from which it runs code and named data.
  const std::string& copy() const { return copy_.path(); }

  /// Loaded code: the hashes of the code of files, all of one folder.
  std::string folder;
  std::map<std::string, std::string> codes;

 private:
  Interpreter();
  void listen();
  [[noreturn]] void give_up(const std::string& name, const std::string& why);

  PrivateFolder copy_{"sampler"};
  pid_t owner_;
  Descriptor channel_, memory_file_;
  std::optional<Process> process_;
  std::int64_t last_ = 0;
  LineReader heard_;   // of the channel
  std::string words_;  // the end of its output
  std::span<std::byte> memory_;
};

}  // namespace icsweep
