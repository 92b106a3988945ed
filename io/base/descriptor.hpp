// An open file, pipe or socket. The destructor closes it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace icsweep {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) close(), number_ = std::exchange(other.number_, -1);
    return *this;
  }

  /// The descriptor's number; negative if nothing is open.
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  /// Duplicates the descriptor with a number of at least `least`, closed on exec.
  Descriptor copy(int least) const { return Descriptor(::fcntl(number_, F_DUPFD_CLOEXEC, least)); }

 private:
  int number_ = -1;
};

}  // namespace icsweep
