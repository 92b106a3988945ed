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

/// The last non-empty lines, joined into one.
std::string last_words(const std::string& said) {
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
