// Makes every call fail that opens a file, as when a process has too many open files.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>

#include "io/base/descriptor.hpp"

namespace icsweep {

/// Prevents opening files during the lifetime of this object.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const Descriptor next(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    rlimit now{rlim_t(next.number()), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &now);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

}  // namespace icsweep
