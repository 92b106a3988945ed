#include "io/store/launches.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

bool is_plain(unsigned char c) {
  return std::isalnum(c) || std::string_view("_-+=./:,@%").find(char(c)) != std::string_view::npos;
}

std::string quoted(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string command_text(const std::vector<std::string>& words, int ranks) {
  std::string text = ranks > 1 ? fmt::format("mpirun -n {}", ranks) : "";
  for (const auto& word : words) {
    if (!text.empty()) text += ' ';
    text += quoted(word);
  }
  return text;
}

std::optional<std::vector<std::string>> command_words(const std::string& text) {
  if (text.size() >= longest_command) return std::nullopt;  // cut, perhaps within a word
  std::vector<std::string> words;
  bool within = false, in_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!in_quotes && text[i] == ' ') {
      within = false;
      continue;
    }
    if (!within) words.emplace_back();
    within = true;
    if (text[i] == '\'') in_quotes = !in_quotes;
    else if (in_quotes || text[i] != '\\') words.back() += text[i];
    else if (++i < text.size()) words.back() += text[i];
  }
  if (in_quotes) return std::nullopt;
  return words;
}

std::string hosts_text(const std::vector<std::string>& hosts, std::size_t width) {
  std::vector<std::string> names;
  for (const auto& host : hosts)
    if (std::find(names.begin(), names.end(), host) == names.end()) names.push_back(host);
  for (std::size_t most = names.size(); most > 0; --most)
    if (std::string text = first_of(names, most, " "); text.size() <= width) return text;
  return names.empty() ? "" : counted(names.size(), "host");
}

std::string utc_text(double seconds) {
  constexpr double latest = 4e12;  // beyond the year 100000
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time_t(std::clamp(seconds, 0.0, latest))));
}

std::string utc_now() {
  return utc_text(double(std::time(nullptr)));
}

}  // namespace icsweep
