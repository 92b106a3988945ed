// The end of a child process, and the one sentence that reports it.
#pragma once

#include <string>

namespace icsweep {

class ProcessEnding {
 public:
  ProcessEnding() = default;
  /// `status` is waitpid's. `limit` names the limit that ended the process, "took more than 10 s and was killed"; empty
  /// if no limit did.
  explicit ProcessEnding(int status, std::string limit = {}) : status_(status), limit_(std::move(limit)) {}

  /// True if it exited with status 0.
  bool is_success() const { return status_ == 0; }
  /// The exit status; -1 if a signal killed it.
  int exit_status() const;
  /// The signal that killed it; 0 if it exited.
  int signal() const;
  /// True if it ended by a signal that asks a job to end (TERM, INT, HUP, USR1, USR2), or with the exit status that
  /// shells use for such a signal.
  bool was_asked_to_end() const;
  /// The part of a message after the process's name: "ended with exit status 3", "died of signal 11 (Segmentation
  /// fault)", or the limit's text.
  std::string text() const;

 private:
  int status_ = 0;
  std::string limit_;
};

/// The text and the last lines of the process's output: "ended with exit status 3; it last said: ValueError". Of a
/// traceback of Python it has the exception and its place: "it last said: train.py:3: ValueError: its text".
std::string with_last_words(const std::string& text, const std::string& said);

}  // namespace icsweep
