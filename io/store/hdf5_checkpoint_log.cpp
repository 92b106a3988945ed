#include "io/store/hdf5_checkpoint_log.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cmath>

namespace icsweep::hdf5 {
namespace {

constexpr std::int64_t room = 2048;  // 48 kB: 8 hours of two ranks that save every 30 s
constexpr const char* name = "checkpoints";

Table log_table() {
  Table table{name, {}, {}, room};
  const auto add = [&](const char* column, ValueType kind, const char* description) {
    table.columns.push_back({column, kind, Role::record, 0, {}, description});
  };
  add("launch", ValueType::integer, "number of the launch");
  add("rank", ValueType::integer, "of the launch, that ran the experiment");
  add("saved", ValueType::real, "when its state was saved, seconds since 1970 UTC; NaN: no entry");
  return table;
}

}  // namespace

void create_checkpoint_log(Id launches_group, const std::vector<LaunchRecord>& launches) {
  struct Entry {
    double time;
    std::int64_t launch, rank;
    bool operator<(const Entry& other) const { return time < other.time; }
  };
  std::vector<Entry> entries;
  for (const auto& launch : launches)
    for (const auto& saved : launch.checkpoints) entries.push_back({saved.time, launch.number, saved.rank});
  std::sort(entries.begin(), entries.end());
  entries.erase(entries.begin(), entries.end() - std::min<std::ptrdiff_t>(std::ssize(entries), room));
  create_table(launches_group, log_table());
  const OpenTable table(launches_group, name, "the new store", log_table());
  std::vector<std::int64_t> numbers, ranks;
  std::vector<double> times;
  for (const auto& e : entries) numbers.push_back(e.launch), ranks.push_back(e.rank), times.push_back(e.time);
  if (entries.empty()) return;
  table.write_integers("launch", 0, numbers);
  table.write_integers("rank", 0, ranks);
  table.write_reals("saved", 0, times);
}

CheckpointLog::CheckpointLog(Id launches_group, const std::string& path)
    : table_(launches_group, name, path, log_table()) {
  const std::vector<double> times = table_.reals("saved", 0, table_.table().rows);
  double latest = -1;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] > latest) latest = times[i], next_ = std::int64_t(i) + 1;
}

void CheckpointLog::read_into(std::vector<LaunchRecord>& launches) const {
  const auto numbers = table_.integers("launch"), ranks = table_.integers("rank");
  const auto times = table_.reals("saved", 0, table_.table().rows);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (std::isfinite(times[i]) && numbers[i] >= 1 && std::size_t(numbers[i]) <= launches.size() && ranks[i] >= 0)
      launches[std::size_t(numbers[i]) - 1].checkpoints.push_back({ranks[i], times[i]});
  for (auto& launch : launches) std::ranges::sort(launch.checkpoints, {}, &SavedState::time);
}

void CheckpointLog::add(std::int64_t launch, const SavedState& saved) {
  if (table_.table().rows == 0) return;
  const std::int64_t row = next_++ % table_.table().rows;
  table_.write_reals("saved", row, {std::nan("")});  // readers may look at any time
  table_.write_integers("launch", row, {launch});
  table_.write_integers("rank", row, {saved.rank});
  table_.write_reals("saved", row, {saved.time});
}

bool has_checkpoint_log(Id launches_group) {
  return H5Lexists(launches_group, name, H5P_DEFAULT) > 0;
}

}  // namespace icsweep::hdf5
