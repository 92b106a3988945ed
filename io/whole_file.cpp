#include "io/whole_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/error.hpp"

namespace icsweep {

void write_whole_file(const std::string& path, std::initializer_list<std::string_view> parts) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::config, fmt::format("{}: cannot be written ({}), name another place", path, why));
  };
  std::filesystem::path place = path;
  if (std::filesystem::is_symlink(place)) place = place.parent_path() / std::filesystem::read_symlink(place);
  if (std::filesystem::exists(place) && !std::filesystem::is_regular_file(place)) fail("it is no regular file");
  const std::string fresh = place.string() + ".new";
  std::ofstream file(fresh, std::ios::binary);
  for (const std::string_view part : parts) file << part;
  file.close();
  if (file.fail() || ::rename(fresh.c_str(), place.c_str()) != 0) {
    const int error = errno;
    ::unlink(fresh.c_str());
    fail(std::strerror(error));
  }
}

}  // namespace icsweep
