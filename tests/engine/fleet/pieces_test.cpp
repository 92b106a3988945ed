#include "engine/fleet/pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

namespace icsweep::pieces_test {
namespace {

/// Both ends of a connection within this process.
struct Ends {
  Ends() { from.bind("inproc://pieces"), to.connect("inproc://pieces"); }
  std::optional<std::string> received(std::size_t longest = 1 << 20) {
    zmq::message_t first;
    if (!receive_part(to, first)) return std::nullopt;
    return joined(to, std::move(first), longest);
  }
  zmq::context_t context{};
  zmq::socket_t from{context, zmq::socket_type::pair}, to{context, zmq::socket_type::pair};
};

std::string text_of(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) text[i] = char(i * 7 + i / 251);
  return text;
}

TEST(Pieces, JoiningUndoesCutting) {
  Ends ends;
  for (const std::size_t times : {0u, 1u, 2u, 5u})
    for (const int more : {-1, 0, 1, 77}) {
      if (times == 0 && more < 0) continue;
      const std::string text = text_of(times * longest_piece + std::size_t(more));
      EXPECT_EQ(pieces_of(text).size(), std::max<std::size_t>(1, (text.size() + longest_piece - 1) / longest_piece));
      EXPECT_TRUE(send_pieces(ends.from, text));
      EXPECT_TRUE(ends.received() == text) << text.size();
    }
}

TEST(Pieces, RefusesAMessageAboveTheLimitAndStaysInStep) {
  Ends ends;
  const std::string text = text_of(3 * longest_piece);
  for (const std::size_t longest : {text.size() - 1, longest_piece + 1, std::size_t(10)}) {
    EXPECT_TRUE(send_pieces(ends.from, text));
    EXPECT_EQ(ends.received(longest), std::nullopt);
    EXPECT_TRUE(send_pieces(ends.from, "next"));
    EXPECT_EQ(ends.received(), "next");
  }
  EXPECT_TRUE(send_pieces(ends.from, text));
  EXPECT_TRUE(ends.received(text.size()) == text);
}

TEST(Pieces, RefusesPartsOfOtherLengths) {
  Ends ends;
  ends.from.send(zmq::str_buffer("one"), zmq::send_flags::sndmore);
  ends.from.send(zmq::str_buffer("two"));
  EXPECT_EQ(ends.received(), std::nullopt);
  ends.from.send(zmq::buffer(text_of(longest_piece)), zmq::send_flags::sndmore);
  ends.from.send(zmq::message_t(), zmq::send_flags::none);
  EXPECT_EQ(ends.received(), std::nullopt);
}

}  // namespace
}  // namespace icsweep::pieces_test
