#include "io/base/say.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "io/base/pager.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

/// Forwards whole lines after making them printable.
class Filter : public std::streambuf {
 public:
  Filter(std::streambuf* to, int columns) : to_(to), columns_(columns) {}
  ~Filter() override { sync(); }

 protected:
  int_type overflow(int_type c) override {
    if (c == traits_type::eof()) return 0;
    line_ += char(c);
    return c != '\n' || pass_on() ? c : traits_type::eof();
  }
  int sync() override { return pass_on() && to_->pubsync() == 0 ? 0 : -1; }

 private:
  bool pass_on() {
    const std::string text = wrapped_lines(printable_lines(line_), columns_);
    line_.clear();
    return to_->sputn(text.data(), std::streamsize(text.size())) == std::streamsize(text.size());
  }

  std::streambuf* to_;
  int columns_;
  std::string line_;
};

}  // namespace

std::string printable_lines(std::string_view text) {
  std::string result;
  for (;;) {
    const std::size_t end = text.find('\n');
    result += printable(text.substr(0, end));
    if (end == text.npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string wrapped_lines(std::string_view text, int columns) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    // A table's line has runs of blanks, and no good places to break.
    const bool is_text = line.find("   ", blanks) == std::string::npos;
    if (is_text && columns_of(line) > columns && int(blanks) + 24 < columns) {
      const std::string indent(blanks, ' '), more(blanks + 4, ' ');
      const auto parts = wrapped(std::string_view(line).substr(blanks), columns - int(blanks) - 4);
      line = indent + parts[0];
      for (std::size_t i = 1; i < parts.size(); ++i) line += '\n' + more + parts[i];
    }
    result += line;
    if (end == text.size()) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

void write_printable(std::FILE* stream, std::string_view text) {
  std::string shown = printable_lines(text);
  if (const int terminal = terminal_behind(::fileno(stream)); terminal >= 0)
    shown = wrapped_lines(shown, terminal_size(terminal).columns);
  std::fwrite(shown.data(), 1, shown.size(), stream);
}

int output_columns() {
  const int terminal = terminal_behind(STDOUT_FILENO);
  return terminal >= 0 ? terminal_size(terminal).columns : 0;
}

TerminalSize terminal_size(int descriptor) {
  TerminalSize size;
  winsize told{};
  if (::ioctl(descriptor, TIOCGWINSZ, &told) != 0) return size;
  if (told.ws_col > 0) size.columns = told.ws_col;
  if (told.ws_row > 0) size.rows = told.ws_row;
  return size;
}

TerminalText::TerminalText(std::ostream& out, int descriptor) : out_(out), before_(out.rdbuf()) {
  if (!::isatty(descriptor)) return;
  filter_ = std::make_unique<Filter>(before_, terminal_size(descriptor).columns);
  out_.rdbuf(filter_.get());
}

TerminalText::~TerminalText() {
  out_.flush();
  out_.rdbuf(before_);
}

}  // namespace icsweep
