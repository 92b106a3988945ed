#include "io/store/row.hpp"

#include <functional>
#include <stdexcept>

namespace icsweep {

/// The slot of the name, or the empty slot where it belongs. At least half of the slots are empty.
std::size_t CellNames::slot_of(std::string_view name) const {
  std::size_t slot = std::hash<std::string_view>()(name) & (slots_.size() - 1);
  while (slots_[slot] != 0 && names_[slots_[slot] - 1] != name) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::size_t CellNames::place_of(std::string_view name) const {
  if (slots_.empty()) return none;
  const std::uint32_t found = slots_[slot_of(name)];
  return found == 0 ? none : found - 1;
}

void CellNames::add(std::string_view name) {
  names_.emplace_back(name);
  if (2 * names_.size() <= slots_.size()) {
    slots_[slot_of(name)] = std::uint32_t(names_.size());
    return;
  }
  slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
  for (std::size_t i = 0; i < names_.size(); ++i) slots_[slot_of(names_[i])] = std::uint32_t(i + 1);
}

Row::Row(std::initializer_list<std::pair<std::string, Cell>> cells) : Row() {
  for (const auto& [name, cell] : cells) try_emplace(name, cell);
}

Row::const_iterator Row::find(std::string_view name, std::size_t likely) const {
  const bool is_there = likely < size() && (*names_)[likely] == name;
  return {names_.get(), cells_.data(), is_there ? likely : place_of(name)};
}

const Cell& Row::at(std::string_view name) const {
  const std::size_t place = place_of(name);
  if (place == size()) throw std::out_of_range("a row has no cell " + std::string(name));
  return cells_[place];
}

std::pair<Row::iterator, bool> Row::try_emplace(std::string_view name, Cell cell) {
  if (const iterator found = find(name); found != end()) return {found, false};
  if (names_.use_count() > 1) names_ = std::make_shared<CellNames>(*names_);
  names_->add(name);
  cells_.push_back(std::move(cell));
  return {{names_.get(), cells_.data(), size() - 1}, true};
}

bool Row::operator==(const Row& other) const {
  if (size() != other.size()) return false;
  if (names_ == other.names_) return cells_ == other.cells_;
  for (const auto& [name, cell] : *this)
    if (const auto found = other.find(name); found == other.end() || found->second != cell) return false;
  return true;
}

}  // namespace icsweep
