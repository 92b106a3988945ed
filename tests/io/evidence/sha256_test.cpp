#include "io/evidence/sha256.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace icsweep {
namespace {

/// The examples of FIPS 180-4.
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

std::string bytes(std::initializer_list<int> values) {
  return {values.begin(), values.end()};
}

/// Entries and roots of the tests of Certificate Transparency's clients (merkle_tree_test.go).
TEST(MerkleTree, HasTheRootsOfCertificateTransparency) {
  const std::vector<std::string> entries{
      "",
      bytes({0}),
      bytes({0x10}),
      bytes({0x20, 0x21}),
      bytes({0x30, 0x31}),
      bytes({0x40, 0x41, 0x42, 0x43}),
      bytes({0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57}),
      bytes({0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f})};
  const std::vector<std::string> roots{"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                                       "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                                       "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                                       "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                                       "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                                       "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                                       "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                                       "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                                       "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};
  MerkleTree tree;
  for (std::size_t n = 0; n < roots.size(); ++n) {
    EXPECT_EQ(to_text(tree.root()), roots[n]) << n << " entries";
    EXPECT_EQ(tree.size(), n);
    if (n < entries.size()) tree.add(entries[n]);
  }
}

Hash256 hash_of(std::string_view prefix, const Hash256& a, const Hash256& b) {
  Sha256 hash;
  hash.add(prefix);
  hash.add(a.data(), a.size());
  hash.add(b.data(), b.size());
  return hash.value();
}

/// The definition of RFC 6962, literally.
Hash256 defined(const std::vector<std::string>& entries, std::size_t begin, std::size_t end) {
  if (end - begin == 1) {
    Sha256 leaf;
    leaf.add(std::string_view("\0", 1));
    leaf.add(entries[begin]);
    return leaf.value();
  }
  const std::size_t left = std::bit_floor(end - begin - 1);
  return hash_of(std::string_view("\1", 1), defined(entries, begin, begin + left), defined(entries, begin + left, end));
}

TEST(MerkleTree, FollowsItsDefinitionAtEverySize) {
  std::vector<std::string> entries;
  MerkleTree tree;
  for (int n = 1; n <= 130; ++n) {
    tree.add(entries.emplace_back(std::to_string(n)));
    ASSERT_EQ(tree.root(), defined(entries, 0, entries.size())) << n << " entries";
  }
}

}  // namespace

}  // namespace icsweep
