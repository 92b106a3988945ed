// Numbers of things, counted from 0, that do not mix: a job's number is no rank and no experiment's number.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace icsweep {

/// A number of one kind of things. Made from a plain number by name alone, and read by value() alone.
template <class Kind, std::integral Number = std::size_t>
class Index {
 public:
  constexpr Index() = default;
  constexpr explicit Index(Number value) : value_(value) {}
  constexpr Number value() const { return value_; }
  friend constexpr auto operator<=>(const Index&, const Index&) = default;
  constexpr Index& operator++() { return ++value_, *this; }
  constexpr Index operator++(int) { return Index(value_++); }

 private:
  Number value_ = 0;
};

/// An experiment of a sweep, in the order of Expansion::experiments.
using ExperimentIndex = Index<struct ExperimentKind, std::uint32_t>;
/// A row of a task's table in a store.
using RowIndex = Index<struct RowKind, std::int64_t>;
/// A job of a launch, in the order of StorePlan::jobs.
using JobIndex = Index<struct JobKind>;
/// A rank of a launch; 0 coordinates.
using Rank = Index<struct RankKind, int>;
/// A host of a launch, in the order of its first rank.
using Host = Index<struct HostKind, int>;
/// A race of a search, in the sweep's order.
using RaceIndex = Index<struct RaceKind>;
/// A setting of a race, in the sweep's order.
using SettingIndex = Index<struct SettingKind>;
/// A rung of a search, from the least resource up; texts count from 1.
using RungIndex = Index<struct RungKind>;

/// The number of a thing that comes after `count` others.
template <class I>
constexpr I index_after(std::size_t count) {
  return I(static_cast<decltype(I().value())>(count));
}

/// Numbers of a kind, ascending. Clang 14 cannot compile std::views::iota with GCC's library.
template <class I>
class IndexRange {
 public:
  class Iterator {
   public:
    using value_type = I;
    using reference = I;
    using pointer = const I*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;

    Iterator() = default;
    explicit Iterator(I at) : at_(at) {}
    I operator*() const { return at_; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    bool operator==(const Iterator&) const = default;

   private:
    I at_{};
  };

  IndexRange(std::size_t first, std::size_t end) : first_(first), end_(end) {}
  Iterator begin() const { return Iterator(index_after<I>(first_)); }
  Iterator end() const { return Iterator(index_after<I>(end_)); }
  bool empty() const { return first_ == end_; }
  /// Without the first `count`, or none if there are fewer.
  IndexRange after(std::size_t count) const { return {count < end_ - first_ ? first_ + count : end_, end_}; }

 private:
  std::size_t first_, end_;
};

/// The first `count` numbers of a kind.
template <class I>
IndexRange<I> indices(std::size_t count) {
  return {0, count};
}

/// A vector that only numbers of its kind index, without a check.
template <class I, class T>
class Indexed {
 public:
  using value_type = T;

  Indexed() = default;
  explicit Indexed(std::size_t size, const T& value = T()) : all_(size, value) {}
  explicit Indexed(std::vector<T> all) : all_(std::move(all)) {}
  Indexed(std::initializer_list<T> all) : all_(all) {}

  decltype(auto) operator[](I i) { return all_[std::size_t(i.value())]; }
  decltype(auto) operator[](I i) const { return all_[std::size_t(i.value())]; }
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  auto begin() { return all_.begin(); }
  auto begin() const { return all_.begin(); }
  auto end() { return all_.end(); }
  auto end() const { return all_.end(); }
  T& back() { return all_.back(); }
  void resize(std::size_t size) { all_.resize(size); }
  void reserve(std::size_t size) { all_.reserve(size); }
  /// Returns the number of the new value.
  I push_back(T value) {
    all_.push_back(std::move(value));
    return index_after<I>(all_.size() - 1);
  }
  /// Removes the values for which `is` holds; those behind them get lower numbers. Returns how many it removed.
  template <class Predicate>
  std::size_t erase_if(Predicate is) {
    return std::erase_if(all_, is);
  }
  bool operator==(const Indexed&) const = default;
  /// All numbers, ascending.
  auto indices() const { return icsweep::indices<I>(all_.size()); }

 private:
  std::vector<T> all_;
};

}  // namespace icsweep

template <class Kind, std::integral Number>
struct std::hash<icsweep::Index<Kind, Number>> {
  std::size_t operator()(const icsweep::Index<Kind, Number>& index) const noexcept {
    return std::size_t(index.value());
  }
};
