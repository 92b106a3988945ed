#include "tasks/program/program_definition.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include "io/base/shortage.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

/// Appends the part with its length, so that different lists of parts give different texts.
void add_part(std::string& all, const std::string& part) {
  all += fmt::format("{} ", part.size());
  all += part;
}

void add_parts(std::string& all, const std::vector<std::string>& parts) {
  all += fmt::format("{}\n", parts.size());
  for (const auto& part : parts) add_part(all, part);
}

/// Content of a file, whose name must not lead out of the folder.
std::string content_of(const ProgramDefinition& program, const std::string& name) {
  if (name.empty() || leads_out(name))
    throw Error(ErrorKind::config,
                fmt::format("files of {}: \"{}\" does not lie beside or below the sweep file, move it there",
                            program.name, name));
  const auto text = read_regular_file((std::filesystem::path(program.folder) / name).string(),
                                      std::numeric_limits<std::size_t>::max());
  if (text) return *text;
  const int error = errno;
  const std::string why =
      fmt::format("files of {}: \"{}\" cannot be read ({})", program.name, name, std::strerror(error));
  if (is_shortage(error)) throw Shortage(why);
  throw Error(ErrorKind::config, why + ", check the name");
}

/// True for the code of earlier rows, 32 hexadecimal digits.
bool is_code(const std::string& version) {
  return version.size() == 32 && version.find_first_not_of("0123456789abcdef") == version.npos;
}

}  // namespace

std::string code_of(const ProgramDefinition& program) {
  if (!program.version.empty())
    return is_code(program.version) ? program.version : content_hash("program.version " + program.version);
  std::string all;
  add_parts(all, program.command);
  add_parts(all, program.results);
  add_parts(all, program.files);
  for (const auto& name : program.files) add_part(all, content_of(program, name));
  return content_hash(all);
}

std::map<std::string, std::string> code_files_of(const ProgramDefinition& program) {
  if (!program.version.empty()) return {{"program.version", content_hash(program.version)}};
  const auto hash_of = [](const std::vector<std::string>& parts) {
    std::string all;
    add_parts(all, parts);
    return content_hash(all);
  };
  std::map<std::string, std::string> files{{"program.command", hash_of(program.command)},
                                           {"program.results", hash_of(program.results)}};
  for (const auto& name : program.files) files[name] = content_hash(content_of(program, name));
  return files;
}

}  // namespace icsweep
