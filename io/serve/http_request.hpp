// Parses the first lines of an HTTP request, within limits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace icsweep {

/// Limits of a request: bytes of its line and headers, bytes of its first line, and number of lines. Browsers also send
/// the cookies of every other page on this machine.
inline constexpr std::size_t most_head_bytes = 16384, most_line_bytes = 2048, most_head_lines = 100;

struct HttpRequest {
  std::string method, path, host;  ///< path: without a query
};

/// A request, or the status with which it is refused.
struct ReadRequest {
  std::optional<HttpRequest> request{};
  int refusal = 0;
};

/// Parses the bytes that have arrived so far. Nothing if the request is incomplete.
std::optional<ReadRequest> request_in(std::string_view arrived);

}  // namespace icsweep
