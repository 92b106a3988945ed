#include "io/evidence/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

void expect(bool done) {
  if (!done) throw Error(ErrorKind::config, "SHA-256 cannot be computed, install OpenSSL's libcrypto again");
}

Hash256 node(const Hash256& left, const Hash256& right) {
  Sha256 hash;
  hash.add(std::string_view("\1", 1));
  hash.add(left.data(), left.size());
  hash.add(right.data(), right.size());
  return hash.value();
}

}  // namespace

std::string to_text(const Hash256& hash) {
  return fmt::format("{:02x}", fmt::join(hash, ""));
}

Sha256::Sha256() : state_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
  expect(state_ && EVP_DigestInit_ex(state_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(const void* data, std::size_t size) {
  expect(EVP_DigestUpdate(state_.get(), data, size) == 1);
}

Hash256 Sha256::value() {
  Hash256 hash;
  expect(EVP_DigestFinal_ex(state_.get(), hash.data(), nullptr) == 1);
  return hash;
}

std::string sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return to_text(hash.value());
}

void MerkleTree::add(std::string_view entry) {
  Sha256 leaf;
  leaf.add(std::string_view("\0", 1));
  leaf.add(entry);
  perfect_.push_back(leaf.value());
  for (std::size_t bits = size_++; bits & 1; bits >>= 1) {  // like the carry of a sum
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
