#include "tasks/program/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "io/base/whole_file.hpp"

namespace icsweep {

void CheckpointFolder::put(const std::string& bytes) const {
  clear();
  write_whole_file(path(), {bytes});
}

void CheckpointFolder::clear() const {
  std::error_code ignored;
  std::filesystem::remove_all(path(), ignored);
}

std::string CheckpointFolder::take(std::size_t most) const {
  auto bytes = read_regular_file(path(), most + 1);
  const int error = errno;
  clear();
  if (!bytes)
    throw std::runtime_error(
        fmt::format("reported that it saved, but there is no file {} ({})", path(), std::strerror(error)));
  if (bytes->size() > most)
    throw std::runtime_error(
        fmt::format("saved more than {} MiB, which is more than a checkpoint may have", most >> 20));
  return std::move(*bytes);
}

}  // namespace icsweep
