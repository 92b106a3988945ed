#include "engine/commands/manual_page.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <sstream>

#include "engine/planning/version.hpp"
#include "io/error.hpp"
#include "io/parsed_number.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// Escapes text for roff: it contains no escape and no request, and its hyphens can be pasted into a shell.
std::string roff(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) out += c == '\\' ? "\\e" : c == '-' ? "\\-" : c == '\'' ? "\\(aq" : std::string(1, c);
  return out;
}

std::string with_hyphens(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// The day that SOURCE_DATE_EPOCH names, for builds that can be reproduced, else today.
std::string date() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  return fmt::format("{:%Y-%m-%d}",
                     fmt::gmtime(epoch ? std::time_t(whole_number(epoch).value_or(0)) : std::time(nullptr)));
}

std::string header(const std::string& page, const std::string& summary) {
  std::string title = page;
  std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return char(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"{}\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", roff(title),
                     date(), roff(program_version()), roff(page), roff(summary));
}

/// The usage, one line for each alternative of "plan SWEEP ... | plan --list".
std::string synopsis(std::string usage) {
  std::string lines;
  for (std::size_t bar; (bar = usage.find(" | ")) != std::string::npos; usage.erase(0, bar + 3))
    lines += fmt::format("\\fBicsweep\\fR {}\n.br\n", roff(usage.substr(0, bar)));
  return lines + fmt::format("\\fBicsweep\\fR {}\n", roff(usage));
}

/// The option as in "-o, --output VALUE".
std::string option_heading(const po::option_description& option) {
  const std::string letter = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  std::string text = letter.size() == 2 && letter[0] == '-' ? fmt::format("\\fB{}\\fR", roff(letter)) : "";
  if (!option.long_name().empty())
    text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", roff("--" + option.long_name()));
  if (option.semantic()->max_tokens() == 0) return text;
  return text + " \\fIVALUE\\fR";
}

/// "; default 30" for an option that Boost shows as "arg (=30)".
std::string default_text(const po::option_description& option) {
  const std::string value = option.format_parameter();
  const auto begin = value.find("(=");
  return begin == value.npos ? "" : fmt::format("; default {}", value.substr(begin + 2, value.size() - begin - 3));
}

std::string entries(const Interface& i, bool positional) {
  std::string text;
  for (const auto& option : i.options.options()) {
    const bool is_place =
        std::find(i.positional.begin(), i.positional.end(), option->long_name()) != i.positional.end();
    if (is_place != positional) continue;
    std::string place = option->long_name();
    std::transform(place.begin(), place.end(), place.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    text += fmt::format(".TP\n{}\n{}\n", positional ? "\\fI" + roff(place) + "\\fR" : option_heading(*option),
                        roff(option->description() + default_text(*option)));
  }
  return text;
}

/// The text of --help before the options, such as the list of claims.
std::string preface(const Interface& i) {
  std::ostringstream help;
  help << i.options;
  const std::string text = "\n" + help.str();
  std::istringstream lines(text.substr(0, text.find("\nOptions")));
  std::string page;
  for (std::string line; std::getline(lines, line);) page += line.empty() ? "" : roff(line) + '\n';
  return page.empty() ? "" : ".SH DESCRIPTION\n.nf\n" + page + ".fi\n";
}

}  // namespace

std::string command_page(const Interface& i) {
  const std::string page = "icsweep-" + with_hyphens(i.command.name), places = entries(i, true);
  std::string text = header(page, i.command.summary) + synopsis(i.command.usage) + preface(i);
  if (!places.empty()) text += ".SH ARGUMENTS\n" + places;
  text += ".SH OPTIONS\n" + entries(i, false);
  text += fmt::format(".SH EXAMPLE\n.nf\n{}\n.fi\n.SH SEE ALSO\n\\fBicsweep\\fR(1)\n", roff(i.command.example));
  return text;
}

std::string program_page(std::span<const Command> commands) {
  std::string text = header("icsweep", "grids of in-context-learning experiments, one HDF5 store") +
                     "\\fBicsweep\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n.SH COMMANDS\n";
  for (const auto& c : commands) text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(c.name), roff(c.summary));
  text += ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : exit_statuses) text += fmt::format(".TP\n{}\n{}\n", status, roff(meaning));
  text +=
      ".SH FILES\n.TP\n\\fIPREFIX/share/icsweep/sweeps\\fR\nThe sweeps that come with icsweep: \\fBicsweep run "
      "fig5\\fR "
      "runs one by its name.\n.SH SEE ALSO\n";
  for (const auto& c : commands)
    text +=
        fmt::format("\\fB{}\\fR(1){}\n", roff("icsweep-" + with_hyphens(c.name)), &c == &commands.back() ? "" : ",");
  return text;
}

}  // namespace icsweep
