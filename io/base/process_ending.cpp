#include "io/base/process_ending.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <string_view>
#include <vector>

#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

constexpr std::size_t words_kept = 150;  // bytes

/// FILE:LINE in a line of a Python traceback, `  File "/home/me/train.py", line 3, in main`; empty for other lines.
std::string place_in(std::string_view line) {
  static constexpr std::string_view begin = "  File \"", middle = "\", line ";
  const std::size_t end = line.rfind(middle);
  if (!line.starts_with(begin) || end == line.npos) return "";
  const std::string_view path = line.substr(begin.size(), end - begin.size());
  const std::string_view number = line.substr(end + middle.size());
  return fmt::format("{}:{}", printable(path.substr(path.rfind('/') + 1)), number.substr(0, number.find(',')));
}

/// True if a line of a traceback is about Python's own files or an installed package.
bool is_installed(std::string_view line) {
  static constexpr std::string_view folders[] = {"/site-packages/", "/dist-packages/", "/lib/python3", "/lib64/python3",
                                                 "File \"<"};
  return std::ranges::any_of(folders, [&](std::string_view f) { return line.find(f) != line.npos; });
}

/// "train.py:3: ValueError: its text" if the output ends with a traceback of Python; empty otherwise. The place is the
/// last one outside of Python and its packages.
std::string last_exception(const std::string& said) {
  std::string place, any_place, text;
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t end = std::min(said.find('\n', at), said.size());
    const std::string_view line = std::string_view(said).substr(at, end - at);
    const std::string found = place_in(line);
    if (line.starts_with("Traceback (most recent call last)")) place.clear(), any_place.clear();
    if (!found.empty()) any_place = found;
    if (!found.empty() && !is_installed(line)) place = found;
    if (!line.empty() && line[0] != ' ') text = printable(line);
    at = end + 1;
  }
  if (place.empty()) place = any_place;
  const std::string_view name = std::string_view(text).substr(0, text.find(':'));
  const bool is_exception = name.find(' ') == name.npos &&
                            (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Interrupt"));
  return place.empty() || !is_exception ? "" : cut(place + ": " + text, int(words_kept));
}

/// The last non-empty lines, joined into one.
std::string last_words(const std::string& said) {
  if (std::string exception = last_exception(said); !exception.empty()) return exception;
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t end = std::min(said.find('\n', at), said.size());
    std::string line = printable(std::string_view(said).substr(at, end - at));
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    if (!line.empty()) lines.push_back(std::move(line));
    at = end + 1;
  }
  std::string words;
  for (std::size_t i = lines.size(); i-- > 0 && words.size() + lines[i].size() <= words_kept;)
    words = words.empty() ? lines[i] : lines[i] + " / " + words;
  if (words.empty() && !lines.empty()) words = cut(lines.back(), int(words_kept));
  return words;
}

}  // namespace

int ProcessEnding::exit_status() const {
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

int ProcessEnding::signal() const {
  return WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
}

bool ProcessEnding::was_asked_to_end() const {
  const int number = signal() != 0 ? signal() : exit_status() - 128;
  return std::ranges::count(std::array{SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2}, number) > 0;
}

std::string ProcessEnding::text() const {
  if (!limit_.empty()) return limit_;
  if (signal() == 0) return fmt::format("ended with exit status {}", exit_status());
  return fmt::format("died of signal {} ({}{})", signal(), ::strsignal(signal()),
                     signal() == SIGKILL ? "; was the memory full?" : "");
}

std::string with_last_words(const std::string& text, const std::string& said) {
  const std::string words = last_words(said);
  return words.empty() ? text : text + "; it last said: " + words;
}

}  // namespace icsweep
