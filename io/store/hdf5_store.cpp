#include "io/store/hdf5_store.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <semaphore.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "io/store/hdf5_root.hpp"
#include "io/store/trial.hpp"

namespace icsweep {
namespace {

using hdf5::check;
using hdf5::fail_store;
using hdf5::own;

/// Keeps the file's id for ever. HDF5 writes a file's length on closing, so a file that may belong to another program
/// is never closed.
void keep_open(hid_t file) {
  H5Iinc_ref(file);
}

/// Gives this process a semaphore of its own. MPI-IO takes a semaphore of Open MPI's shared file pointer (unused here)
/// to open a file, named after the file without its folder. A process killed at that moment leaves it locked, and
/// everybody who later opens a file of that name, in any folder, waits for ever. Unlinking the name avoids that.
void drop_semaphore(const std::string& path) {
  ::sem_unlink(("/OMPIO_" + std::filesystem::path(path).filename().string()).c_str());
}

}  // namespace

StoreReader::StoreReader(const std::string& path, Trial trial) {
  hdf5::check_store_file(path, R_OK);
  // HDF5 1.10.8 crashes on some damage to its own metadata: 7 of 10⁴ files with up to three changed bytes.
  if (trial == Trial::first)
    if (const auto death = death_in_trial([&] { StoreReader(path, Trial::none); }))
      fail_store(path, fmt::format("is damaged (a process that opened it {}); restore it or move it away", *death));
  open(path);
}

void StoreReader::open(const std::string& path) {
  file_ = hdf5::open_store_file(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  const int version = hdf5::read_version(file_);
  if (version < 0) fail_store(path, "is an HDF5 file but not an icsweep store, name another");
  if (version < oldest_store_version || version > store_version)
    fail_store(path, fmt::format("has store version {}, this program reads versions {} to {}; use the program that "
                                 "made it or a new file",
                                 version, oldest_store_version, store_version));
  try {
    header_ = hdf5::read_header(file_);
    for (const auto& name : hdf5::table_names(file_))
      tables_.push_back(std::make_unique<hdf5::OpenTable>(file_, name, path));
  } catch (const std::exception& e) {
    fail_store(path, fmt::format("is damaged ({}); restore it or move it away", e.what()));
  }
}

StoreWriter::StoreWriter(const std::string& path, std::optional<LeaseWatch> lease)
    : path_(path),
      place_(path),
      lease_(std::move(lease)),
      last_commit_(std::chrono::steady_clock::now()),
      last_look_(last_commit_) {
  hdf5::check_store_file(path, R_OK | W_OK);
  hdf5::prepare();
  const hdf5::Handle access = own(H5Pcreate(H5P_FILE_ACCESS), "file access");
  check(H5Pset_fapl_mpio(access, MPI_COMM_SELF, MPI_INFO_NULL), "MPI-IO");
  drop_semaphore(path);
  file_ = hdf5::open_store_file(path, H5F_ACC_RDWR, access);
  drop_semaphore(path);
  look();
  for (const auto& name : hdf5::table_names(file_))
    tables_.push_back(std::make_unique<hdf5::OpenTable>(file_, name, path));
}

StoreWriter::~StoreWriter() {
  try {
    place_.expect();
  } catch (const Error&) {  // the next write reports it
    keep_open(file_);
  }
}

/// A launch that takes the store over may put a new file in its place.
void StoreWriter::look() try {
  last_look_ = std::chrono::steady_clock::now();
  try {
    place_.expect();
  } catch (const Error&) {
    if (lease_ && lease_->is_own() == false) throw lease_->taken_over();
    throw;
  }
  if (lease_) lease_->expect();
} catch (const LeaseLost&) {
  pending_.clear();  // others run these experiments; the destructor looks at the place again
  throw;
} catch (const Error&) {
  keep_open(file_);
  throw;
}

const hdf5::OpenTable& StoreWriter::table(const std::string& task) const {
  const auto found =
      std::find_if(tables_.begin(), tables_.end(), [&](const auto& t) { return t->table().task == task; });
  if (found == tables_.end()) fail_store(path_, fmt::format("has no table {}", task));
  return **found;
}

void StoreWriter::begin_launch(const LaunchRecord& launch, const GuestPlace& helped) {
  look();
  launches_.emplace(file_, path_);
  flush([&] { launch_ = launches_->add(launch); });
  flush([&] { launches_->begin(launch_, launch.began); });
  if (helped.launch > 0) flush([&] { launches_->note_lead(helped); });
}

void StoreWriter::end_launch(const std::string& ending) {
  if (!launches_) return;
  look();
  flush([&] { launches_->end(launch_, utc_now(), ending); });
}

void StoreWriter::forget(const std::string& task, std::int64_t index) {
  table(task).write_cell(index, "checksum", std::int64_t{0});
}

/// Another store of the same size may have been copied over the file. Its rows must not be written.
void StoreWriter::expect_experiment(const Pending& p) const {
  if (p.table->text("identity", p.row) == p.identity) return;
  keep_open(file_);
  fail_store(path_,
             fmt::format("the store was overwritten while it was written, row {} of {} is another experiment's now; "
                         "put a copy back or name another",
                         p.row, p.table->table().task));
}

void StoreWriter::write(const std::string& task, RowIndex row_index, Row row, Outcome outcome,
                        std::span<const float> weights) {
  const std::int64_t index = row_index.value();
  const Pending written{&table(task), index, outcome, std::get<std::string>(row.at("identity"))};
  look();
  expect_experiment(written);
  try {
    write_row(*written.table, index, std::move(row), outcome, weights);
    pending_.push_back(written);
  } catch (const Error& e) {
    fail_write(e);
  }
}

namespace {

/// The curve's cell in `row`; otherwise NaN if the store still has an earlier curve; nothing if the cell does not
/// change.
std::optional<Cell> cell_so_far(const hdf5::OpenTable& table, std::int64_t index, const Column& c, const Row& row) {
  if (c.role != Role::result || !is_along_training(c.dimensions)) return std::nullopt;
  if (const auto found = row.find(c.name); found != row.end()) return found->second;
  const auto before = table.reals(c.name, index, 1);
  if (std::all_of(before.begin(), before.end(), [](double v) { return std::isnan(v); })) return std::nullopt;
  return no_result(c);
}

}  // namespace

void StoreWriter::write_so_far(const std::string& task, RowIndex row_index, const Row& row) {
  const std::int64_t index = row_index.value();
  const Pending written{&table(task), index, Outcome::pending, std::get<std::string>(row.at("identity"))};
  std::map<std::string, Cell> cells;
  for (const auto& c : written.table->table().columns)
    if (auto cell = cell_so_far(*written.table, index, c, row)) cells.emplace(c.name, std::move(*cell));
  if (cells.empty()) return;
  look();
  expect_experiment(written);
  try {
    for (const auto& [name, cell] : cells) expect_own(), written.table->write_cell(index, name, cell);
  } catch (const Error& e) {
    fail_write(e);
  }
}

void StoreWriter::note_checkpoint(const SavedState& checkpoint) {
  if (!launches_) return;
  look();
  try {
    launches_->note(launch_, checkpoint);
  } catch (const Error& e) {
    fail_write(e);
  }
}

void StoreWriter::note_guest(const GuestRecord& guest) {
  if (!launches_) return;
  look();
  try {
    launches_->note(launch_, guest);
  } catch (const Error& e) {
    fail_write(e);
  }
}

void StoreWriter::fail_write(const Error& e) {
  look();  // the store may belong to another launch by now
  fail_store(path_, fmt::format("a result could not be written ({}); nothing finished is lost, make room and run the "
                                "same command again",
                                e.what()));
}

void StoreWriter::write_row(const hdf5::OpenTable& table, std::int64_t index, Row row, Outcome outcome,
                            std::span<const float> weights) {
  complete_results(table.table(), row);
  for (const auto& c : table.table().columns)
    if (c.kind == ValueType::text && row.contains(c.name)) {
      auto& text = std::get<std::string>(row.at(c.name));
      text.resize(std::min(text.size(), std::size_t(c.width)));
    }
  const std::int64_t place = table.flat_weights() ? table.integer("weights_offset", index) : -1;
  if (place < 0) weights = {};
  if (table.flat_weights()) row["weights_count"] = std::int64_t(weights.size());
  if (!weights.empty()) table.flat_weights()->write(place, weights);
  row["digest"] = std::int64_t(digest(table.table(), row));
  row["checksum"] = std::int64_t(checksum(table.table(), row, outcome, weights));
  for (const auto& c : table.table().columns)
    if (c.role == Role::result || c.role == Role::record || c.role == Role::weights_count || c.role == Role::checksum)
      expect_own(), table.write_cell(index, c.name, row.at(c.name));
}

void StoreWriter::commit(std::chrono::milliseconds at_least) {
  const bool last =
      at_least == std::chrono::milliseconds(0);  // perhaps the last call before MPI_Finalize closes the file
  if (!last && (pending_.empty() || std::chrono::steady_clock::now() - last_commit_ < at_least)) return;
  look();
  if (pending_.empty()) return;
  flush([] {});
  look();  // a flush may take long, or this process may have been stopped
  for (const auto& p : pending_) expect_experiment(p);
  flush([&] {
    for (const auto& p : pending_) p.table->write_cell(p.row, "status", std::int64_t(p.outcome));
  });
  pending_.clear();
  last_commit_ = std::chrono::steady_clock::now();
}

/// Calls `write` and flushes the file.
void StoreWriter::flush(const std::function<void()>& write) {
  try {
    write();
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "flushing");
  } catch (const Error& e) {
    fail_store(
        path_,
        fmt::format(
            "results could not be written ({}); nothing finished is lost, make room and run the same command again",
            e.what()));
  }
}

void StoreWriter::expect_own() {
  if (std::chrono::steady_clock::now() - last_look_ >= std::chrono::seconds(1)) look();
}

}  // namespace icsweep
