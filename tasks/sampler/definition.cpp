#include "tasks/sampler/definition.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "io/base/whole_file.hpp"

namespace icsweep {

namespace {

/// Calls f(name, hash) for each file.
template <class F>
void for_each_file(const SamplerDefinition& definition, const std::vector<std::string>& files, const std::string& copy,
                   F&& f) {
  const auto visit = [&](const std::filesystem::path& folder, const std::string& file) {
    const auto text = read_regular_file((folder / file).string(), std::string::npos);
    if (!text) throw std::runtime_error(fmt::format("{}: cannot be read ({})", file, std::strerror(errno)));
    f(file, content_hash(*text));
  };
  for (const std::string& file : files) visit(copy.empty() ? definition.folder : copy, file);
  for (const std::string& file : definition.data) visit(definition.folder, file);
}

}  // namespace

std::string code_of(const SamplerDefinition& definition, const std::vector<std::string>& files,
                    const std::string& copy) {
  std::string all;
  for_each_file(definition, files, copy,
                [&](const std::string& file, const std::string& hash) { all += fmt::format("{} {}\n", file, hash); });
  return content_hash(all);
}

std::map<std::string, std::string> code_files_of(const SamplerDefinition& definition,
                                                 const std::vector<std::string>& files, const std::string& copy) {
  std::map<std::string, std::string> hashes;
  for_each_file(definition, files, copy,
                [&](const std::string& file, const std::string& hash) { hashes[file] = hash; });
  return hashes;
}

}  // namespace icsweep
