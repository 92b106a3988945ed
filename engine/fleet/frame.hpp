// Messages between a launch and its guests: a kind, a rank and a text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/base/index.hpp"

namespace icsweep {

/// The first byte of a frame.
enum class FrameKind : char {
  hello = 'H',      ///< from a guest: the text is a Hello
  welcome = 'W',    ///< to a guest: the text is a Welcome
  refusal = 'R',    ///< to a guest: the text is the reason, one line
  message = 'M',    ///< to or from a rank of the guest: the text is a message of engine/worker
  ping = 'P',       ///< to or from a guest: it lives
  dismissal = 'D',  ///< to a guest: its ranks save their experiments and leave
  bye = 'B',        ///< from a guest: all its ranks have left; the text is a parting of io/store/launches.hpp
  end = 'E'         ///< to a guest: the answer to bye, or to a hello that comes too late
};

struct Frame {
  FrameKind kind;
  Rank rank{};  ///< of the launch; used by messages alone
  std::string text{};
};

/// The kind, the rank in four bytes from the lowest, and the text.
std::string to_bytes(const Frame& frame);
/// Nothing if the bytes are no frame.
std::optional<Frame> frame_in(std::string_view bytes);

}  // namespace icsweep
