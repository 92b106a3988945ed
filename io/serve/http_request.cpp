#include "io/serve/http_request.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace icsweep {
namespace {

constexpr int bad_request = 400, long_address = 414, large_head = 431;

bool is_same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin, end - begin + 1);
}

/// Removes the next line from the text and returns it without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find("\r\n");
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), line.size() + 2));
  return line;
}

std::optional<HttpRequest> request_of(std::string_view line) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == 0 || first == last || first == std::string_view::npos) return std::nullopt;
  if (!line.substr(last + 1).starts_with("HTTP/1.")) return std::nullopt;
  const std::string_view target = line.substr(first + 1, last - first - 1);
  return HttpRequest{std::string(line.substr(0, first)), std::string(target.substr(0, target.find('?'))), ""};
}

/// `head`: up to its empty line. A second Host header is refused as ambiguous.
ReadRequest whole_request(std::string_view head) {
  auto request = request_of(take_line(head));
  if (!request) return {{}, bad_request};
  bool has_host = false;
  for (std::size_t lines = 1; !head.empty(); ++lines) {
    if (lines > most_head_lines) return {{}, large_head};
    const std::string_view line = take_line(head);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return {{}, bad_request};
    if (!is_same_name(line.substr(0, colon), "host")) continue;
    if (std::exchange(has_host, true)) return {{}, bad_request};
    request->host = trimmed(line.substr(colon + 1));
  }
  return {std::move(request)};
}

}  // namespace

std::optional<ReadRequest> request_in(std::string_view arrived) {
  if (std::min(arrived.find("\r\n"), arrived.size()) > most_line_bytes) return ReadRequest{{}, long_address};
  const std::size_t end = arrived.find("\r\n\r\n");
  if (std::min(end, arrived.size()) > most_head_bytes) return ReadRequest{{}, large_head};
  if (end == std::string_view::npos) return std::nullopt;
  return whole_request(arrived.substr(0, end));
}

}  // namespace icsweep
