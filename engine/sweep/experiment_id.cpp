#include "engine/sweep/experiment_id.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"
#include "io/store/asked_names.hpp"

namespace icsweep {
namespace {

constexpr std::size_t identity_digits = 32;

using Tables = std::vector<const StoredTable*>;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::config, what);
}

std::vector<std::string> names_of(const Tables& tables) {
  std::vector<std::string> names;
  for (const auto* t : tables) names.push_back(t->table().task);
  return names;
}

Tables tables_of(const Store& store, const std::string& task) {
  Tables all;
  for (const auto& t : store.tables()) all.push_back(&t);
  if (!task.empty() || all.empty()) return {&asked_table(store, task)};
  return all;
}

FoundExperiment by_row(const Tables& tables, const std::string& id) {
  if (tables.size() > 1)
    refuse(fmt::format("--id {}: a row number needs --task, one of {}", id, fmt::join(names_of(tables), ", ")));
  const Table& table = tables[0]->table();
  const std::int64_t row = whole_number(id).value_or(-1);
  if (row < 0 || row >= table.rows)
    refuse(fmt::format("--id {}: {} has rows 0 to {}, take one of them or an identity of 32 digits", id, table.task,
                       table.rows - 1));
  return {tables[0], row};
}

/// ", did you mean ...?" with the first digits of the nearest identity: the number of digits of `id`, at least 6.
std::string identity_suggestion(const Tables& tables, const std::string& id) {
  std::vector<std::string> known;
  for (const auto* t : tables)
    for (const auto& identity : t->texts("identity"))
      known.push_back(identity.substr(0, std::max<std::size_t>(id.size(), 6)));
  return suggestion(id, known, "icsweep query lists them: SELECT identity FROM experiments");
}

FoundExperiment by_identity(const Tables& tables, const std::string& id) {
  std::vector<FoundExperiment> found;
  std::vector<std::string> identities;
  for (const auto* t : tables) {
    const auto all = t->texts("identity");
    for (std::size_t row = 0; row < all.size(); ++row)
      if (all[row].starts_with(id)) found.push_back({t, std::int64_t(row)}), identities.push_back(all[row]);
  }
  if (found.empty()) refuse(fmt::format("--id {}: no identity starts with it{}", id, identity_suggestion(tables, id)));
  if (found.size() > 1)
    refuse(fmt::format("--id {}: {} identities start with it, such as {} and {}; give more digits", id, found.size(),
                       identities[0], identities[1]));
  return found[0];
}

}  // namespace

FoundExperiment find_experiment(const Store& store, const std::string& id, const std::string& task) {
  const Tables tables = tables_of(store, task);
  const bool digits = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits && id.size() < identity_digits ? by_row(tables, id) : by_identity(tables, id);
}

}  // namespace icsweep
