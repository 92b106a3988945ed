// A forked child that runs a function and exits with its value. The destructors of the parent's objects do not run.
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
  /// Waits for the end of the child and returns its exit status, or -1 if a signal ended it.
  int wait() const {
    int status = -1;
    if (::waitpid(pid_, &status, 0) != pid_) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_;
};

}  // namespace icsweep::test
