// Rows: cells by the name of their column.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace icsweep {

/// A real array of one row, unpadded or padded with NaN. Both have the same digest.
struct Array {
  std::vector<std::int64_t> shape;
  std::vector<double> values;
  bool operator==(const Array&) const = default;
};
using Cell = std::variant<std::int64_t, double, std::string, Array>;

/// Distinct names and the place of each. Finds a name in constant time.
class CellNames {
 public:
  static constexpr std::size_t none = std::size_t(-1);

  std::size_t size() const { return names_.size(); }
  const std::string& operator[](std::size_t place) const { return names_[place]; }
  std::size_t place_of(std::string_view name) const;
  /// The name must be new.
  void add(std::string_view name);

 private:
  std::size_t slot_of(std::string_view name) const;

  std::vector<std::string> names_;
  std::vector<std::uint32_t> slots_;  // open addressing: 1 + place, or 0
};

/// A map from names to cells, in the order in which they were added. Rows of one table share their names, so a row
/// costs its cells alone. Has the members of std::map that rows need.
class Row {
 public:
  template <class C>
  struct Entry {
    const std::string& first;
    C& second;
    const Entry* operator->() const { return this; }
  };
  template <class C>
  struct Iterator {
    const CellNames* names;
    C* cells;
    std::size_t at;
    Entry<C> operator*() const { return {(*names)[at], cells[at]}; }
    Entry<C> operator->() const { return **this; }
    Iterator& operator++() { return ++at, *this; }
    bool operator==(const Iterator& other) const { return at == other.at; }
  };
  using iterator = Iterator<Cell>;
  using const_iterator = Iterator<const Cell>;

  Row() : Row(std::make_shared<CellNames>()) {}
  Row(std::initializer_list<std::pair<std::string, Cell>> cells);
  /// A row with a cell 0 for each name.
  explicit Row(std::shared_ptr<CellNames> names) : names_(std::move(names)), cells_(names_->size()) {}

  std::size_t size() const { return cells_.size(); }
  const_iterator begin() const { return {names_.get(), cells_.data(), 0}; }
  const_iterator end() const { return {names_.get(), cells_.data(), size()}; }
  iterator begin() { return {names_.get(), cells_.data(), 0}; }
  iterator end() { return {names_.get(), cells_.data(), size()}; }

  const_iterator find(std::string_view name) const { return {names_.get(), cells_.data(), place_of(name)}; }
  iterator find(std::string_view name) { return {names_.get(), cells_.data(), place_of(name)}; }
  /// As find(). Costs one comparison if the cell is at this place.
  const_iterator find(std::string_view name, std::size_t likely) const;
  bool contains(std::string_view name) const { return place_of(name) < size(); }

  /// Throws std::out_of_range, with the name, if it is missing.
  const Cell& at(std::string_view name) const;
  Cell& at(std::string_view name) { return const_cast<Cell&>(std::as_const(*this).at(name)); }
  /// The cell of this number, in the order of names.
  Cell& at_place(std::size_t place) { return cells_[place]; }

  /// Adds the cell 0 if it is missing.
  Cell& operator[](std::string_view name) { return try_emplace(name, std::int64_t{0}).first->second; }
  /// Adds the cell unless there is one; says whether it did.
  std::pair<iterator, bool> try_emplace(std::string_view name, Cell cell);

  /// Equal cells for equal names, in any order.
  bool operator==(const Row& other) const;

 private:
  std::size_t place_of(std::string_view name) const {
    const std::size_t place = names_->place_of(name);
    return place == CellNames::none ? size() : place;
  }

  std::shared_ptr<CellNames> names_;  // copied before it changes, unless it is this row's own
  std::vector<Cell> cells_;
};

}  // namespace icsweep
