#include "io/store/hdf5_launches.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>

#include "io/base/error.hpp"
#include "io/store/hdf5_frozen.hpp"

namespace icsweep::hdf5 {
namespace {

constexpr std::int64_t least_room = 16;
constexpr int command_width = longest_command;
constexpr const char *launches_name = "launches", *sweeps_name = "sweeps", *resolved_name = "resolved",
                     *code_files_name = "code_files";

struct TextField {
  const char* name;
  std::string LaunchRecord::*field;
  int width;
  const char* description;
};
constexpr TextField text_fields[] = {
    {"command", &LaunchRecord::command, command_width, "command, to paste"},
    {"program", &LaunchRecord::program, 128, "version, commit and build"},
    {"compiler", &LaunchRecord::compiler, 64, "it was built with"},
    {"level", &LaunchRecord::level, 16, "instruction-set level"},
    {"hosts", &LaunchRecord::hosts, hosts_width, "machines"},
    {"sweep_name", &LaunchRecord::sweep_name, 128, "name of the sweep"},
    {"began", &LaunchRecord::began, 20, "UTC"},
    {"ended", &LaunchRecord::ended, 20, "UTC, empty while it runs"},
    {"ending", &LaunchRecord::ending, 16, "how it ended"},
};

Table launches_table(std::int64_t rows) {
  Table table{launches_name, {}, {}, rows};
  for (const auto& f : text_fields)
    table.columns.push_back({f.name, ValueType::text, Role::record, f.width, {}, f.description});
  table.columns.push_back({"sweep", ValueType::integer, Role::record, 0, {}, "its text is sweeps/NUMBER"});
  table.columns.push_back({"ranks", ValueType::integer, Role::record, 0, {}, "of MPI"});
  return table;
}

std::vector<std::string> texts_of(const std::vector<LaunchRecord>& launches) {
  std::vector<std::string> texts;
  for (const auto& launch : launches)
    if (std::find(texts.begin(), texts.end(), launch.sweep_text) == texts.end()) texts.push_back(launch.sweep_text);
  return texts;
}

std::int64_t number_of(const std::vector<std::string>& texts, const std::string& text) {
  const auto found = std::find(texts.begin(), texts.end(), text);
  if (found == texts.end()) throw Error(ErrorKind::store, "the text of a launch's sweep has no place");
  return found - texts.begin() + 1;
}

void write_texts(Id file, const std::vector<std::string>& texts) {
  const Handle group = own(H5Gcreate2(file, sweeps_name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "texts of sweeps");
  for (std::size_t i = 0; i < texts.size(); ++i) write_long_text(group, std::to_string(i + 1), texts[i]);
}

std::vector<std::string> read_texts(Id file) {
  const Handle group = open_member(file, sweeps_name);
  H5G_info_t info;
  check(H5Gget_info(group, &info), "texts of sweeps");
  std::vector<std::string> texts;
  for (hsize_t i = 1; i <= info.nlinks; ++i) texts.push_back(read_long_text(group, std::to_string(i)));
  return texts;
}

void write_record(const OpenTable& table, const LaunchRecord& launch, const std::vector<std::string>& texts) {
  const std::int64_t row = launch.number - 1;
  table.write_cell(row, "sweep", number_of(texts, launch.sweep_text));
  table.write_cell(row, "ranks", launch.ranks);
  for (const auto& f : text_fields) table.write_cell(row, f.name, launch.*f.field);
}

std::vector<LaunchRecord> read_records(const OpenTable& table, const std::vector<std::string>& texts) {
  std::vector<LaunchRecord> launches(std::size_t(table.table().rows));
  for (const auto& f : text_fields) {
    auto cells = table.texts(f.name);
    for (std::size_t i = 0; i < cells.size(); ++i) launches[i].*f.field = std::move(cells[i]);
  }
  const auto sweeps = table.integers("sweep"), ranks = table.integers("ranks");
  for (std::size_t i = 0; i < launches.size(); ++i) {
    launches[i].number = std::int64_t(i) + 1;
    launches[i].ranks = ranks[i];
    if (sweeps[i] >= 1 && std::size_t(sweeps[i]) <= texts.size())
      launches[i].sweep_text = texts[std::size_t(sweeps[i]) - 1];
  }
  const auto spare = [](const LaunchRecord& launch) { return launch.began.empty(); };
  launches.erase(std::find_if(launches.begin(), launches.end(), spare), launches.end());
  return launches;
}

}  // namespace

void create_launches(Id file, const std::vector<LaunchRecord>& launches, const std::string& next_text) {
  std::vector<std::string> texts = texts_of(launches);
  if (std::find(texts.begin(), texts.end(), next_text) == texts.end()) texts.push_back(next_text);
  write_texts(file, texts);
  create_table(file, launches_table(std::max(least_room, 2 * std::int64_t(launches.size()))));
  const OpenTable table(file, launches_name, "the new store", launches_table(0));
  for (const auto& launch : launches) write_record(table, launch, texts);
  create_checkpoint_log(open_member(file, launches_name), launches);
  create_guest_log(open_member(file, launches_name), launches);
}

Launches::Launches(Id file, const std::string& path)
    : table_(file, launches_name, path, launches_table(0)),
      texts_(read_texts(file)),
      all_(read_records(table_, texts_)) {
  const Handle group = open_member(file, launches_name);
  if (has_checkpoint_log(group)) log_.emplace(group, path).read_into(all_);
  if (has_guest_log(group)) guests_.emplace(group, path).read_into(all_);
}

std::int64_t Launches::add(LaunchRecord launch) const {
  if (!has_room()) throw Error(ErrorKind::store, "there is no room for a launch's record");
  launch.number = std::int64_t(all_.size()) + 1;
  launch.began.clear();
  write_record(table_, launch, texts_);
  return launch.number;
}

void Launches::begin(std::int64_t number, const std::string& began) {
  for (const auto& launch : all_)
    for (GuestRecord guest : launch.guests)
      if (guest.is_present()) {
        guest.parting = parting::bereft;
        note(launch.number, guest);
      }
  for (const auto& launch : all_)
    if (launch.ending.empty()) table_.write_cell(launch.number - 1, "ending", std::string(ending::broken_off));
  table_.write_cell(number - 1, "began", began);
}

void Launches::end(std::int64_t number, const std::string& ended, const std::string& ending) const {
  table_.write_cell(number - 1, "ended", ended);
  table_.write_cell(number - 1, "ending", std::string(ending));
}

void Launches::note(std::int64_t number, const SavedState& checkpoint) {
  if (log_) log_->add(number, checkpoint);
}

void Launches::note(std::int64_t number, const GuestRecord& guest) {
  if (guests_) guests_->note(number, guest);
}

void Launches::note_lead(const GuestPlace& place) {
  for (const auto& launch : all_)
    for (GuestRecord guest : launch.guests)
      if (launch.number == place.launch && guest.first == place.first) {
        guest.parting = parting::leads;
        note(launch.number, guest);
      }
}

void write_resolved(Id file, const std::string& text) {
  write_long_text(open_member(file, launches_name), resolved_name, text);
}

std::string read_resolved(Id file) {
  const Handle group = open_member(file, launches_name);
  return H5Lexists(group, resolved_name, H5P_DEFAULT) > 0 ? read_long_text(group, resolved_name) : "";
}

void write_code_files(Id file, const std::string& text) {
  write_long_text(open_member(file, launches_name), code_files_name, text);
}

std::string read_code_files(Id file) {
  const Handle group = open_member(file, launches_name);
  return H5Lexists(group, code_files_name, H5P_DEFAULT) > 0 ? read_long_text(group, code_files_name) : "";
}

bool has_launches(Id file) {
  return H5Lexists(file, launches_name, H5P_DEFAULT) > 0;
}

}  // namespace icsweep::hdf5
