#include "tasks/sampler/code.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "io/content_hash.hpp"
#include "io/whole_file.hpp"

namespace icsweep {

std::string code_of(const SamplerDefinition& definition, std::vector<std::string> files) {
  files.insert(files.end(), definition.data.begin(), definition.data.end());
  std::string all;
  for (const std::string& file : files) {
    const auto text = read_regular_file((std::filesystem::path(definition.folder) / file).string(), std::string::npos);
    if (!text) throw std::runtime_error(fmt::format("{}: cannot be read ({})", file, std::strerror(errno)));
    all += fmt::format("{} {}\n", file, content_hash(*text));
  }
  return content_hash(all);
}

}  // namespace icsweep
