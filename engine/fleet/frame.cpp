#include "engine/fleet/frame.hpp"

#include <cstdint>
#include <limits>

namespace icsweep {
namespace {

constexpr std::string_view frame_kinds = "HWRMPDBE";
constexpr std::size_t frame_head = 5;

}  // namespace

std::string to_bytes(const Frame& frame) {
  std::string bytes(1, char(frame.kind));
  const auto rank = std::uint32_t(frame.rank.value());
  for (int shift = 0; shift < 32; shift += 8) bytes += char(rank >> shift & 0xff);
  return bytes + frame.text;
}

std::optional<Frame> frame_in(std::string_view bytes) {
  if (bytes.size() < frame_head || frame_kinds.find(bytes[0]) == std::string_view::npos) return std::nullopt;
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < 4; ++i) rank |= std::uint32_t(std::uint8_t(bytes[1 + i])) << 8 * i;
  if (rank > std::uint32_t(std::numeric_limits<int>::max())) return std::nullopt;
  return Frame{FrameKind(bytes[0]), Rank(int(rank)), std::string(bytes.substr(frame_head))};
}

}  // namespace icsweep
