#include "io/store/hdf5_guest_log.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cmath>

namespace icsweep::hdf5 {
namespace {

constexpr std::int64_t guest_room = 512;  // 120 kB
constexpr const char* guests_name = "guests";
constexpr int guest_text_width = 96, parting_width = 16;

Table guests_table() {
  Table table{guests_name, {}, {}, guest_room};
  const auto add = [&](const char* column, ValueType kind, int width, const char* description) {
    table.columns.push_back({column, kind, Role::record, width, {}, description});
  };
  add("launch", ValueType::integer, 0, "number of the launch that it helped");
  add("first", ValueType::integer, 0, "number of its first rank there");
  add("ranks", ValueType::integer, 0, "of MPI");
  add("job", ValueType::text, guest_text_width, "host, process and batch job");
  add("hosts", ValueType::text, guest_text_width, "machines");
  add("joined", ValueType::real, 0, "seconds since 1970 UTC; NaN: no entry");
  add("left_at", ValueType::real, 0, "seconds since 1970 UTC; NaN while it helps");
  add("parting", ValueType::text, parting_width, "how it left; empty while it helps");
  return table;
}

void write_guest(const OpenTable& table, std::int64_t row, std::int64_t launch, const GuestRecord& guest) {
  const double no_time = std::nan("");
  table.write_reals("joined", row, {no_time});  // readers may look at any time
  table.write_integers("launch", row, {launch});
  table.write_integers("first", row, {guest.first});
  table.write_integers("ranks", row, {guest.ranks});
  table.write_texts("job", row, {guest.job.substr(0, guest_text_width)});
  table.write_texts("hosts", row, {guest.hosts.substr(0, guest_text_width)});
  table.write_reals("left_at", row, {guest.left > 0 ? guest.left : no_time});
  table.write_texts("parting", row, {guest.parting});
  table.write_reals("joined", row, {guest.joined});
}

}  // namespace

void create_guest_log(Id launches_group, const std::vector<LaunchRecord>& launches) {
  struct Entry {
    std::int64_t launch;
    const GuestRecord* guest;
  };
  std::vector<Entry> entries;
  for (const auto& launch : launches)
    for (const auto& guest : launch.guests) entries.push_back({launch.number, &guest});
  std::ranges::stable_sort(entries, {}, [](const Entry& e) { return e.guest->joined; });
  entries.erase(entries.begin(), entries.end() - std::min<std::ptrdiff_t>(std::ssize(entries), guest_room));
  create_table(launches_group, guests_table());
  const OpenTable table(launches_group, guests_name, "the new store", guests_table());
  for (std::size_t i = 0; i < entries.size(); ++i)
    write_guest(table, std::int64_t(i), entries[i].launch, *entries[i].guest);
}

GuestLog::GuestLog(Id launches_group, const std::string& path)
    : table_(launches_group, guests_name, path, guests_table()) {
  const auto launches = table_.integers("launch"), first = table_.integers("first");
  const auto joined = table_.reals("joined", 0, table_.table().rows);
  double latest = -1;
  for (std::size_t i = 0; i < joined.size(); ++i) {
    if (!std::isfinite(joined[i])) continue;
    rows_[{launches[i], first[i]}] = std::int64_t(i);
    if (joined[i] >= latest) latest = joined[i], next_ = std::int64_t(i) + 1;
  }
}

void GuestLog::read_into(std::vector<LaunchRecord>& launches) const {
  const auto numbers = table_.integers("launch"), first = table_.integers("first"), ranks = table_.integers("ranks");
  const auto jobs = table_.texts("job"), hosts = table_.texts("hosts"), partings = table_.texts("parting");
  const auto joined = table_.reals("joined", 0, table_.table().rows),
             left = table_.reals("left_at", 0, table_.table().rows);
  for (const auto& [place, row] : rows_) {
    const auto i = std::size_t(row);
    const bool is_known = numbers[i] >= 1 && std::size_t(numbers[i]) <= launches.size();
    if (!std::isfinite(joined[i]) || !is_known || first[i] < 0 || ranks[i] < 1) continue;
    launches[std::size_t(numbers[i]) - 1].guests.push_back(
        {first[i], ranks[i], jobs[i], hosts[i], joined[i], std::isfinite(left[i]) ? left[i] : 0, partings[i]});
  }
}

void GuestLog::note(std::int64_t launch, const GuestRecord& guest) {
  if (table_.table().rows == 0) return;
  const std::pair key(launch, guest.first);
  const auto [entry, is_new] = rows_.try_emplace(key, next_ % table_.table().rows);
  const std::int64_t row = entry->second;
  if (is_new) {
    ++next_;
    std::erase_if(rows_, [&](const auto& other) { return other.second == row && other.first != key; });
  }
  write_guest(table_, row, launch, guest);
}

bool has_guest_log(Id launches_group) {
  return H5Lexists(launches_group, guests_name, H5P_DEFAULT) > 0;
}

}  // namespace icsweep::hdf5
