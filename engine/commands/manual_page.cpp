#include "engine/commands/manual_page.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <sstream>

#include "engine/commands/help_text.hpp"
#include "engine/ledger/version.hpp"
#include "io/base/error.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/variable.hpp"

namespace icsweep {
namespace {

/// Escapes text for roff, so that it has no escape and no request, and its hyphens can be pasted into a shell.
std::string roff(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) out += c == '\\' ? "\\e" : c == '-' ? "\\-" : c == '\'' ? "\\(aq" : std::string(1, c);
  return out;
}

std::string with_hyphens(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// The day of SOURCE_DATE_EPOCH, for reproducible builds, else today.
std::string date() {
  const std::string epoch = variable("SOURCE_DATE_EPOCH");
  return fmt::format("{:%Y-%m-%d}",
                     fmt::gmtime(epoch.empty() ? std::time(nullptr) : std::time_t(whole_number(epoch).value_or(0))));
}

std::string header(const std::string& page, const std::string& summary) {
  std::string title = page;
  std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return char(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"{}\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", roff(title),
                     date(), roff(program_version()), roff(page), roff(summary));
}

/// The option in the form "-o, --output FILE", its names in bold and its value in italics.
std::string heading_of(const Option& o) {
  const std::string text = heading(o), names = text.substr(0, text.size() - o.value.size());
  std::string all;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(", ", at), names.size());
    std::string name = names.substr(at, end - at);
    name.erase(name.find_last_not_of(' ') + 1);
    all += fmt::format("{}\\fB{}\\fR", all.empty() ? "" : ", ", roff(name));
    at = end + 2;
  }
  return o.value.empty() ? all : fmt::format("{}{}\\fI{}\\fR", all, all.empty() ? "" : " ", roff(o.value));
}

std::string entries(const OptionTable& table, bool places) {
  std::string text;
  for (const auto& o : table.options)
    if (o.is_place == places) text += fmt::format(".TP\n{}\n{}\n", heading_of(o), roff(meaning(o)));
  return text;
}

/// Lines that --help prints before the options, such as the list of claims.
std::string description(const OptionTable& table) {
  std::istringstream lines(table.preface);
  std::string page;
  for (std::string line; std::getline(lines, line);) page += line.empty() ? "" : roff(line) + '\n';
  return page.empty() ? "" : ".SH DESCRIPTION\n.nf\n" + page + ".fi\n";
}

}  // namespace

std::string command_page(const Command& command) {
  const OptionTable table = command.options();
  const std::string page = "icsweep-" + with_hyphens(command.name), places = entries(table, true);
  std::string text =
      header(page, command.summary) + fmt::format("\\fBicsweep\\fR {}\n", roff(usage(command))) + description(table);
  if (!places.empty()) text += ".SH ARGUMENTS\n" + places;
  text +=
      ".SH OPTIONS\n" + entries({{option::flag("help", "print this").with_letter('h')}}, false) + entries(table, false);
  if (!table.passes_on.empty())
    text += fmt::format(".PP\nBehind the last argument: options of icsweep\\-{}(1).\n", table.passes_on);
  text += fmt::format(".SH EXAMPLE\n.nf\n{}\n.fi\n.SH SEE ALSO\n\\fBicsweep\\fR(1)\n", roff(command.example));
  return text;
}

std::string program_page() {
  const auto commands = all_commands();
  std::string text = header("icsweep", "grids of in-context-learning experiments, one HDF5 store") +
                     "\\fBicsweep\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n.SH COMMANDS\n";
  for (const auto& c : commands) text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(c.name), roff(c.summary));
  text += ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : exit_statuses) text += fmt::format(".TP\n{}\n{}\n", status, roff(meaning));
  text +=
      ".SH ENVIRONMENT\n.TP\n\\fBICSWEEP_PAGER\\fR, \\fBPAGER\\fR\nThe pager of output that is longer than the "
      "screen, else \\fBless \\-FRX\\fR. None if empty, with \\fBTERM\\fR=dumb or the option "
      "\\fB\\-\\-no\\-pager\\fR.\n";
  text +=
      ".SH FILES\n.TP\n\\fIPREFIX/share/icsweep/sweeps\\fR\nThe sweeps that come with icsweep: \\fBicsweep run "
      "fig5\\fR "
      "runs one by its name.\n.TP\n\\fIPREFIX/share/doc/icsweep\\fR\nThe documentation: \\fBicsweep help\\fR lists "
      "its pages.\n.SH SEE ALSO\n\\fBicsweep\\-sweep\\fR(5),\n\\fBicsweep\\-programs\\fR(5),\n";
  for (const auto& c : commands)
    text +=
        fmt::format("\\fB{}\\fR(1){}\n", roff("icsweep-" + with_hyphens(c.name)), &c == &commands.back() ? "" : ",");
  return text;
}

}  // namespace icsweep
