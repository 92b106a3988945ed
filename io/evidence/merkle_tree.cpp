#include "io/evidence/merkle_tree.hpp"

namespace icsweep {
namespace {

Hash256 node(const Hash256& left, const Hash256& right) {
  Sha256 hash;
  hash.add(std::string_view("\1", 1));
  hash.add(left.data(), left.size());
  hash.add(right.data(), right.size());
  return hash.value();
}

}  // namespace

void MerkleTree::add(std::string_view entry) {
  Sha256 leaf;
  leaf.add(std::string_view("\0", 1));
  leaf.add(entry);
  perfect_.push_back(leaf.value());
  for (std::size_t bits = size_++; bits & 1; bits >>= 1) {  // as a carry runs through a sum
    const Hash256 right = perfect_.back();
    perfect_.pop_back();
    perfect_.back() = node(perfect_.back(), right);
  }
}

Hash256 MerkleTree::root() const {
  if (perfect_.empty()) return Sha256().value();
  Hash256 root = perfect_.back();
  for (std::size_t i = perfect_.size() - 1; i-- > 0;) root = node(perfect_[i], root);
  return root;
}

}  // namespace icsweep
