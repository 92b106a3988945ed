#include "fuzz/fuzz.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace icsweep::fuzz {
namespace {

std::string folder() {
  const char* memory = "/dev/shm";
  return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path().string();
}

}  // namespace

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "this does not hold: %s\n", what);
  std::abort();
}

InputFile::InputFile(const std::string& name)
    : path_(folder() + "/icsweep-fuzz-" + std::to_string(::getpid()) + "-" + name) {}

InputFile::~InputFile() {
  ::unlink(path_.c_str());
}

void InputFile::hold(std::string_view bytes) const {
  const int file = ::open(path_.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
  const bool written = file >= 0 && ::write(file, bytes.data(), bytes.size()) == ssize_t(bytes.size());
  if (file >= 0) ::close(file);
  expect(written, "the input can be written into a file");
}

}  // namespace icsweep::fuzz
