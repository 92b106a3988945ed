// SHA-256 (FIPS 180-4), by OpenSSL's libcrypto, and Merkle trees of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct evp_md_ctx_st;

namespace icsweep {

using Hash256 = std::array<std::uint8_t, 32>;

/// 64 hexadecimal digits.
std::string to_text(const Hash256& hash);

/// The hash of everything that was added.
class Sha256 {
 public:
  Sha256();
  void add(const void* data, std::size_t size);
  void add(std::string_view text) { add(text.data(), text.size()); }
  /// Nothing may be added afterwards.
  Hash256 value();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> state_;
};

/// The hash of a text, in hexadecimal digits.
std::string sha256(std::string_view text);

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
