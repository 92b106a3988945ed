// Output for people. Every line is made printable, so that text from files cannot control a terminal.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace icsweep {

/// Applies printable() to each line. Identities, messages, names and sweep texts come from other people's files.
std::string printable_lines(std::string_view text);

/// Breaks lines that are wider than `columns` at blanks. Later lines are indented by four blanks more than the first.
std::string wrapped_lines(std::string_view text, int columns);

/// Writes the text, made printable, to the stream. A terminal gets lines that fit its width.
void write_printable(std::FILE* stream, std::string_view text);

/// Formats with fmt and writes as write_printable() does.
template <class... T>
void say(std::FILE* stream, fmt::format_string<T...> format, T&&... values) {
  write_printable(stream, fmt::format(format, std::forward<T>(values)...));
}
template <class... T>
void say(fmt::format_string<T...> format, T&&... values) {
  say(stdout, format, std::forward<T>(values)...);
}

/// The size of the terminal behind a descriptor; 80 by 24 if unknown.
struct TerminalSize {
  int columns = 80, rows = 24;
};
TerminalSize terminal_size(int descriptor);

/// The width of the terminal to which standard output goes; 0 for a file or pipe.
int output_columns();

/// Makes output to `out` printable, and its lines fit the width, during the object's lifetime if the descriptor is a
/// terminal. A pipe or file receives every byte of a CSV or JSON text unchanged.
class TerminalText {
 public:
  TerminalText(std::ostream& out, int descriptor);
  ~TerminalText();
  TerminalText(const TerminalText&) = delete;
  TerminalText& operator=(const TerminalText&) = delete;

 private:
  std::ostream& out_;
  std::streambuf* before_;
  std::unique_ptr<std::streambuf> filter_;
};

}  // namespace icsweep
