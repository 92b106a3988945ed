// Saves and restores the state of a loop as bytes, both by one list of its variables.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace icsweep {

/// Thrown if restored state belongs to other variables, as those of another program version. It is not a
/// std::exception, so no task catches it.
struct StaleState {};

/// Thrown by a State that is asked to save while its loop could not resume from its variables. Nothing is saved then.
/// It is not a std::exception either.
struct NoState {};

/// Saves or restores variables in the order in which they are listed. Accepts plain values, vectors, texts, maps and
/// matrices, and classes with a member `void state(Archive&)` that lists their variables. Vectors get the saved size;
/// matrices must already have it. Only the same program on the same kind of processor can read the bytes.
class Archive {
 public:
  /// Saves: appends to `into`, which must outlive the archive.
  explicit Archive(std::string* into) : into_(into) {}
  /// Restores: `saved` must outlive the archive.
  explicit Archive(std::string_view saved) : rest_(saved) {}

  template <class... Values>
  void operator()(Values&... values) {
    (item(values), ...);
  }

  /// Bytes that are not restored yet.
  std::string_view rest() const { return rest_; }
  /// Throws StaleState unless everything has been restored.
  void expect_end() const {
    if (!rest_.empty()) throw StaleState{};
  }

 private:
  template <class T>
  void item(T& value) {
    if constexpr (requires { value.state(*this); }) {
      value.state(*this);
    } else if constexpr (std::is_trivially_copyable_v<T>) {
      if (length(sizeof value) != sizeof value) throw StaleState{};
      bytes(&value, sizeof value);
    } else if constexpr (requires { value.rows(); }) {
      matrix(value);
    } else {
      sequence(value);
    }
  }

  template <class Matrix>
  void matrix(Matrix& m) {
    const std::size_t size = std::size_t(m.size()) * sizeof *m.data();
    if (length(std::uint64_t(m.rows())) != std::size_t(m.rows()) || length(size) != size) throw StaleState{};
    bytes(m.data(), size);
  }

  template <class Sequence>
  void sequence(Sequence& values) {
    using Element = typename Sequence::value_type;
    if constexpr (std::is_trivially_copyable_v<Element>) {
      const std::size_t size = length(values.size() * sizeof(Element));
      if (size % sizeof(Element) != 0) throw StaleState{};
      if (!into_) values.resize(size / sizeof(Element));
      bytes(values.data(), size);
    } else {
      const std::size_t count = length(values.size());
      if (!into_) values.resize(count);
      for (auto& value : values) item(value);
    }
  }

  template <class Key, class Value>
  void item(std::map<Key, Value>& values) {
    std::vector<Key> keys;
    for (const auto& [key, value] : values) keys.push_back(key);
    item(keys);
    for (const auto& key : keys) item(values[key]);
  }

  /// Number of bytes or elements that follow. A saved number cannot exceed the remaining bytes.
  std::size_t length(std::uint64_t value) {
    bytes(&value, sizeof value);
    if (!into_ && value > rest_.size()) throw StaleState{};
    return std::size_t(value);
  }

  void bytes(void* values, std::size_t size) {
    if (into_) return void(into_->append(static_cast<const char*>(values), size));
    if (size > rest_.size()) throw StaleState{};
    if (size > 0) std::memcpy(values, rest_.data(), size);
    rest_.remove_prefix(size);
  }

  std::string* into_ = nullptr;
  std::string_view rest_;
};

/// Lists the variables of a loop. May throw NoState if it saves within the loop.
using State = std::function<void(Archive&)>;

}  // namespace icsweep
