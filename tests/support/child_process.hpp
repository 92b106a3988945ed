// A forked child that runs a function and exits with the function's value, without the destructors of the parent's
// objects.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace icsweep::test {

class ChildProcess {
 public:
  template <class F>
  explicit ChildProcess(F&& f) : pid_(::fork()) {
    if (pid_ == 0) ::_exit(f());
  }
  pid_t pid() const { return pid_; }
  /// Waits for its end and returns its exit status; -1 if a signal ended it.
  int wait() const {
    int status = -1;
    if (::waitpid(pid_, &status, 0) != pid_) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_;
};

}  // namespace icsweep::test
