#include "io/evidence/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "io/error.hpp"

namespace icsweep {
namespace {

void expect(bool done) {
  if (!done) throw Error(ErrorKind::config, "SHA-256 cannot be computed, install OpenSSL's libcrypto again");
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

}  // namespace icsweep
