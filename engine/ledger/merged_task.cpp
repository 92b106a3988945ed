#include "engine/ledger/merged_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

/// Makes reals of the integer parameters of a table that are reals in the other.
Table with_reals_of(const Table& other, Table table) {
  for (auto& c : table.columns)
    if (const Column* real = other.find(c.name); real && becomes_real(c, *real)) c.kind = ValueType::real;
  return table;
}

/// Refuses tables of a user's code in which one parameter has other values in rows without it: the identities of their
/// rows differ. Stores of early versions do not know these values of compiled tasks.
void expect_same_added(const Table& table, const Table& other, const std::string& path) {
  if (const Column* code = table.find("code"); !code || code->role != Role::parameter) return;
  for (const auto& c : table.columns)
    if (const Column* own = other.find(c.name); own && c.role == Role::parameter && own->neutral != c.neutral)
      throw Error(ErrorKind::store,
                  fmt::format("{}: {} of {} was added with the default {} there and {} in another store; leave one out",
                              path, c.name, table.task, own->neutral.value_or("none"), c.neutral.value_or("none")));
}

/// Widens the table to hold the other's rows too.
void widen(Table& table, const Table& stored, const std::string& path) {
  table = with_reals_of(stored, table);
  const Table other = with_reals_of(table, stored);
  expect_same_added(table, other, path);
  // Either table may lack columns that were added after it was made.
  const std::string different = difference(other, table);
  if (!different.empty() && !difference(table, other).empty())
    throw Error(ErrorKind::store, fmt::format("{}: {}; give the task another name (program.name) or name another store",
                                              path, different));
  for (const auto& [name, extent] : other.extents) table.extents[name] = std::max(table.extents[name], extent);
  for (auto& c : table.columns)
    if (const Column* own = other.find(c.name)) {
      c.width = std::max(c.width, own->width);
      c.optional |= own->optional;
      c.nullable |= own->nullable;
    }
  auto place = table.columns.begin();  // checksums depend on the order of the columns
  for (const auto& c : other.columns) {
    if (is_weights_index(c)) continue;
    const auto own =
        std::find_if(table.columns.begin(), table.columns.end(), [&](const auto& o) { return o.name == c.name; });
    place = (own != table.columns.end() ? own : table.columns.insert(place, c)) + 1;
  }
}

}  // namespace

void MergedTask::add(std::size_t store, const StoredTable& stored, const std::string& path,
                     const std::vector<SoundRow>& rows, const std::vector<std::string>& keys) {
  if (sources_.empty()) table_ = stored.table(), set_weights(table_, 0);
  else widen(table_, stored.table(), path);
  sources_.push_back({store, &stored});
  for (std::size_t row = 0; row < keys.size(); ++row) {
    const SoundRow& sound = rows[row];
    StoredPlace place{store, std::int64_t(row), sound.outcome, sound.digest, sound.weights, sound.planned};
    const auto [at, fresh] = numbers_.try_emplace(keys[row], places_.size());
    if (fresh) places_.push_back(place);
    else combine(places_[at->second], place);
  }
}

TablePlan MergedTask::plan(const std::vector<std::int64_t>& launches_before, const std::set<std::int64_t>& but) const {
  TablePlan plan;
  plan.table = table_;
  for (const auto& [store, stored] : sources_) {
    CopiedRows copied{stored, {}, launches_before[store]};
    std::vector<const StoredPlace*> rows;
    for (const auto& place : places_)
      if (place.store == store && !but.contains(place.row)) rows.push_back(&place);
    std::ranges::sort(rows, {}, &StoredPlace::row);
    for (const StoredPlace* place : rows) {
      copied.rows.push_back(place->row);
      plan.planned.push_back(place->planned);
      plan.weights.push_back({place->weights, place->weights > 0});
    }
    plan.copied.push_back(std::move(copied));
  }
  return plan;
}

bool MergedTask::is_better(const StoredPlace& a, const StoredPlace& b) {
  const auto rank = [](const StoredPlace& p) { return p.outcome == Outcome::done ? 2 : p.outcome != Outcome::pending; };
  return rank(a) > rank(b);
}

void MergedTask::combine(StoredPlace& known, StoredPlace other) {
  ++twice_;
  different_ += known.outcome == Outcome::done && other.outcome == Outcome::done && known.digest != other.digest;
  known.planned = other.planned = known.planned || other.planned;
  if (is_better(other, known)) known = other;
}

}  // namespace icsweep
