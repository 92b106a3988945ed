// SHA-256 (FIPS 180-4), by OpenSSL's libcrypto.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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

}  // namespace icsweep
