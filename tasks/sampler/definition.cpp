#include "tasks/sampler/definition.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "io/base/whole_file.hpp"

namespace icsweep {

std::string code_of(const SamplerDefinition& definition, const std::vector<std::string>& files,
                    const std::string& copy) {
  std::string all;
  const auto add = [&](const std::filesystem::path& folder, const std::string& file) {
    const auto text = read_regular_file((folder / file).string(), std::string::npos);
    if (!text) throw std::runtime_error(fmt::format("{}: cannot be read ({})", file, std::strerror(errno)));
    all += fmt::format("{} {}\n", file, content_hash(*text));
  };
  for (const std::string& file : files) add(copy.empty() ? definition.folder : copy, file);
  for (const std::string& file : definition.data) add(definition.folder, file);
  return content_hash(all);
}

}  // namespace icsweep
