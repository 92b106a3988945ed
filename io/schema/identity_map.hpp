// Identities in 16 bytes, and maps from them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace icsweep {

/// An identity of 32 hexadecimal digits, see identity(). Of a text of another form, which a damaged store may have, it
/// keeps a hash.
class Identity {
 public:
  Identity() = default;
  Identity(std::string_view digits);
  Identity(const std::string& digits) : Identity(std::string_view(digits)) {}
  Identity(const char* digits) : Identity(std::string_view(digits)) {}
  /// The hash of a configuration's text, see identity().
  static Identity of_content(std::string_view content);

  std::string text() const;
  operator std::string() const { return text(); }
  bool operator==(const Identity&) const = default;
  auto operator<=>(const Identity&) const = default;
  friend bool operator==(const Identity& a, const std::string& b) { return a == Identity(b); }
  friend bool operator==(const Identity& a, const char* b) { return a == Identity(b); }
  std::uint64_t hash() const { return low_; }
  friend std::ostream& operator<<(std::ostream& out, const Identity& identity) { return out << identity.text(); }

 private:
  std::uint64_t high_ = 0, low_ = 0;
};

/// A map from identities. Takes 8 to 16 bytes per entry besides the entry. Pointers to values hold until the next
/// try_emplace().
template <class Value>
class IdentityMap {
 public:
  /// Adds the value unless the identity has one; says whether it did.
  std::pair<Value*, bool> try_emplace(const Identity& identity, Value value) {
    if (2 * (entries_.size() + 1) > slots_.size()) reserve(std::max<std::size_t>(32, 2 * entries_.size()));
    std::uint32_t& slot = slots_[slot_of(identity)];
    if (slot != 0) return {&entries_[slot - 1].second, false};
    entries_.emplace_back(identity, std::move(value));
    slot = std::uint32_t(entries_.size());
    return {&entries_.back().second, true};
  }
  /// Null if it has none.
  const Value* find(const Identity& identity) const {
    const std::uint32_t slot = slots_.empty() ? 0 : slots_[slot_of(identity)];
    return slot == 0 ? nullptr : &entries_[slot - 1].second;
  }
  /// Before find(), some identities ahead, in a map too large for the cache.
  void prefetch(const Identity& identity) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[identity.hash() & (slots_.size() - 1)]);
  }
  std::size_t size() const { return entries_.size(); }
  void reserve(std::size_t size) {
    entries_.reserve(size);
    if (2 * size <= slots_.size()) return;
    slots_.assign(std::bit_ceil(std::max<std::size_t>(64, 2 * size)), 0);
    for (std::size_t i = 0; i < entries_.size(); ++i) slots_[slot_of(entries_[i].first)] = std::uint32_t(i + 1);
  }
  /// Bytes that it has allocated.
  std::size_t bytes() const { return entries_.capacity() * sizeof entries_[0] + slots_.capacity() * sizeof slots_[0]; }

 private:
  /// The slot of the identity, or the empty slot where it belongs.
  std::size_t slot_of(const Identity& identity) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = identity.hash() & last;
    while (slots_[slot] != 0 && entries_[slots_[slot] - 1].first != identity) slot = (slot + 1) & last;
    return slot;
  }

  std::vector<std::pair<Identity, Value>> entries_;
  std::vector<std::uint32_t> slots_;  // open addressing: 1 + place, or 0; at least half of them are 0
};

}  // namespace icsweep

template <>
struct std::hash<icsweep::Identity> {
  std::size_t operator()(const icsweep::Identity& identity) const noexcept { return std::size_t(identity.hash()); }
};
