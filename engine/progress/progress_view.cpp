#include "engine/progress/progress_view.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>

#include "engine/progress/progress_text.hpp"
#include "io/base/pager.hpp"
#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"
#include "io/base/variable.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr auto first_line = 3s, line_every = 30s;

/// True if the encoding of the locale is UTF-8.
bool is_unicode() {
  std::string language;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (language.empty()) language = variable(name);
  for (const char* form : {"UTF-8", "utf-8", "UTF8", "utf8"})
    if (language.find(form) != language.npos) return true;
  return false;
}

/// Descriptor of the terminal that a person sees, or -1. mpirun gives its ranks pipes and forwards their output.
int terminal_of(int descriptor) {
  if (const int own = terminal_behind(descriptor); own >= 0) return dup(own);
  if (variable("OMPI_COMM_WORLD_RANK").empty()) return -1;
  const std::string path = fmt::format("/proc/{}/fd/{}", getppid(), descriptor);
  const int launcher = open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (launcher < 0 || isatty(launcher)) return launcher;
  close(launcher);
  return -1;
}

/// Columns of a line, without its colours.
int visible_columns(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::size_t escape = line.find('\x1b');
    text += line.substr(0, escape);
    const std::size_t end = escape == line.npos ? line.npos : line.find('m', escape);
    line.remove_prefix(end == line.npos ? line.size() : end + 1);
  }
  return columns_of(text);
}

}  // namespace

std::string BlockPainter::paint(const std::vector<std::string>& lines, int columns) {
  int above = 0;
  for (const int width : widths_) above += std::max(1, (width + columns - 1) / std::max(1, columns));
  // Turns wrapping off while the block is written: a terminal may count the columns of a character differently.
  std::string text = above > 0 ? fmt::format("\x1b[?7l\r\x1b[{}A\x1b[J", above) : "\x1b[?7l\r\x1b[J";
  widths_.clear();
  for (const auto& line : lines) {
    text += line + "\n";
    widths_.push_back(visible_columns(line));
  }
  return text + "\x1b[?7h";
}

ProgressView::ProgressView(int descriptor)
    : descriptor_(descriptor),
      terminal_(terminal_of(descriptor)),
      moves_(terminal_ >= 0 && !variable("TERM").empty() && variable("TERM") != "dumb"),
      last_line_(Clock::now() - line_every + first_line) {}

ProgressView::~ProgressView() {
  if (terminal_ >= 0) ::close(terminal_);
}

Screen ProgressView::screen() const {
  if (!moves_) return {10'000, 1000, false, false};
  const TerminalSize size = terminal_size(terminal_);
  return {size.columns, size.rows, variable("NO_COLOR").empty(), is_unicode()};
}

/// Writes without stdio, in one piece if the system takes it, so that no other output comes between.
void ProgressView::write(const std::string& text) const {
  std::fflush(descriptor_ == STDOUT_FILENO ? stdout : stderr);
  std::string_view left = text;
  if (descriptor_ < 0) return;
  while (!left.empty()) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno != EINTR) return;  // nobody reads the output any more
    left.remove_prefix(std::size_t(std::max<ssize_t>(0, written)));
  }
}

void ProgressView::show(const Heartbeat& heartbeat) {
  if (!moves_ && Clock::now() - last_line_ < line_every) return;
  close(heartbeat);
}

void ProgressView::close(const Heartbeat& heartbeat) {
  last_line_ = Clock::now();
  const Screen now = screen();
  write(moves_ ? painter_.paint(progress_block(heartbeat, now), now.columns) : progress_line(heartbeat) + "\n");
}

}  // namespace icsweep
