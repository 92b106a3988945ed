#include "engine/commands/job_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "io/base/error.hpp"
#include "io/store/launches.hpp"

namespace icsweep {
namespace {

constexpr std::string_view mark = "#SBATCH --";

std::string directive_line(const std::string& name, const std::string& value) {
  const auto is_odd = [](unsigned char c) { return c <= ' ' || c == 0x7f || c == '"' || c == '\''; };
  if (name.empty() || std::any_of(name.begin(), name.end(), is_odd) || std::any_of(value.begin(), value.end(), is_odd))
    throw Error(ErrorKind::config,
                fmt::format("slurm: \"{}={}\": write NAME or NAME=VALUE of sbatch, without blanks", name, value));
  return fmt::format("{}{}{}{}\n", mark, name, value.empty() ? "" : "=", value);
}

std::string name_of(const std::string& line) {
  const std::string rest = line.substr(mark.size());
  return rest.substr(0, rest.find('='));
}

}  // namespace

std::string job_script(const std::string& template_text, const Directives& directives, const std::string& folder,
                       const std::vector<std::string>& words) {
  std::string head, body;
  Directives left = directives;
  std::istringstream lines(template_text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(mark)) {
      const auto own = std::find_if(left.begin(), left.end(),
                                    [&](const auto& directive) { return directive.first == name_of(line); });
      head += own == left.end() ? line + '\n' : directive_line(own->first, own->second);
      if (own != left.end()) left.erase(own);
    } else if (head.empty()) {
      continue;  // the template's own description
    } else if (line.starts_with("here=")) {
      if (body.find("\nhere=") == std::string::npos) body += "here=" + command_text({folder}) + '\n';
    } else {
      body += line + '\n';
    }
  }
  for (const auto& [name, value] : left) head += directive_line(name, value);
  return "#!/usr/bin/env bash\n# Made by icsweep slurm.\n" + head + command_text(words).insert(0, "set -- ") + '\n' +
         body;
}

}  // namespace icsweep
