#include "io/evidence/sha256.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

/// FIPS 180-4's examples.
TEST(Sha256, HasTheStandardsValues) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, OfPiecesIsThatOfTheWhole) {
  Sha256 pieces;
  for (const char* piece : {"a", "", "bc"}) pieces.add(piece);
  EXPECT_EQ(to_text(pieces.value()), sha256("abc"));
}

}  // namespace
}  // namespace icsweep
