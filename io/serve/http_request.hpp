// The first lines of an HTTP request, within limits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace icsweep {

/// Limits of a request: bytes of its line and headers, bytes of its line alone, and lines. Browsers send the cookies of
/// every other page of this machine.
inline constexpr std::size_t most_head_bytes = 16384, most_line_bytes = 2048, most_head_lines = 100;

struct HttpRequest {
  std::string method, path, host;  ///< path: without a query
};

/// Either a request, or the status of its refusal.
struct ReadRequest {
  std::optional<HttpRequest> request{};
  int refusal = 0;
};

/// Reads what has arrived so far. Nothing: more must arrive.
std::optional<ReadRequest> request_in(std::string_view arrived);

}  // namespace icsweep
