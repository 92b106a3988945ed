// A hash of a list from which one entry can be shown to be in it without the others.
#pragma once

#include <string_view>
#include <vector>

#include "io/evidence/sha256.hpp"

namespace icsweep {

/// The Merkle tree of RFC 6962, section 2.1: a leaf is SHA-256(0x00 ‖ entry), a node SHA-256(0x01 ‖ left ‖ right), and
/// of n entries the left node has the largest power of two that is less than n. Without entries the root is SHA-256 of
/// nothing.
class MerkleTree {
 public:
  void add(std::string_view entry);
  std::size_t size() const { return size_; }
  Hash256 root() const;

 private:
  std::vector<Hash256> perfect_;  // roots of perfect trees, the largest first: one for each bit of size_
  std::size_t size_ = 0;
};

}  // namespace icsweep
