#include "io/base/say.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

/// Forwards whole lines after making them printable.
class Filter : public std::streambuf {
 public:
  explicit Filter(std::streambuf* to) : to_(to) {}
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
    const std::string text = printable_lines(line_);
    line_.clear();
    return to_->sputn(text.data(), std::streamsize(text.size())) == std::streamsize(text.size());
  }

  std::streambuf* to_;
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
  filter_ = std::make_unique<Filter>(before_);
  out_.rdbuf(filter_.get());
}

TerminalText::~TerminalText() {
  out_.flush();
  out_.rdbuf(before_);
}

}  // namespace icsweep
