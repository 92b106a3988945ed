// The Python process beside this one, and the memory that both see.
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

#include "io/line_reader.hpp"
#include "io/process.hpp"
#include "io/temporary_folder.hpp"

namespace icsweep {

/// Runs host.py: `python3`, or what the variable ICSWEEP_PYTHON names, without the launcher's variables, on one thread.
/// Dies with this process, and so does what it has started. What it prints is kept away from the display; if it dies,
/// the message has its last lines. Not for several threads at once.
class Interpreter {
 public:
  /// The one beside this process, which serves one experiment after the other; started if none lives. A process that
  /// was forked gets its own. Throws std::runtime_error if it cannot be started.
  static Interpreter& beside_this_process();
  /// Ends it, so that the next one knows nothing of what was.
  static void end();

  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Sends a request of host.py and returns its number.
  std::int64_t send(nlohmann::json request);
  /// Waits for the answer to that request; answers to earlier ones are dropped. `poll` is called meanwhile and may
  /// throw. Throws std::runtime_error: the answer's error, or "POLYNOMIALS.PY: its Python …" for `name` if the
  /// interpreter dies, says what is no answer, or nothing for five minutes (ICSWEEP_SAMPLER_SECONDS); it is then ended.
  nlohmann::json answer(std::int64_t request, const std::string& name, const std::function<void()>& poll);

  /// At least that many bytes of shared memory. They stay where they are until more are asked for.
  std::span<std::byte> memory(std::size_t bytes);

  /// The private folder that it runs code and named data from.
  const std::string& copy() const { return copy_.path(); }

  /// What it has loaded: the hashes of the code of files, all of one folder.
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
  std::string words_;  // the last of what it printed
  std::span<std::byte> memory_;
};

}  // namespace icsweep
