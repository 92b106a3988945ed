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

/// Computes the hash of all added bytes.
class Sha256 {
 public:
  Sha256();
  void add(const void* data, std::size_t size);
  void add(std::string_view text) { add(text.data(), text.size()); }
  /// Call it once, after the last add().
  Hash256 value();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> state_;
};

/// The hash of a text as hexadecimal digits.
std::string sha256(std::string_view text);

/// The Merkle tree of RFC 6962, section 2.1. A leaf is SHA-256(0x00 ‖ entry) and a node SHA-256(0x01 ‖ left ‖ right).
/// Of n entries, the left node has the largest power of two below n. The root without entries is SHA-256 of the empty
/// text. An entry can be proved to be in the list without the other entries.
class MerkleTree {
 public:
  void add(std::string_view entry);
  std::size_t size() const { return size_; }
  Hash256 root() const;

 private:
  std::vector<Hash256> perfect_;  // roots of perfect trees, the largest first: one per set bit of size_
  std::size_t size_ = 0;
};

}  // namespace icsweep
