#include "io/hdf5_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include "io/trial.hpp"

namespace icsweep {
namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

constexpr const char* half_made = ".icsweep-makes-it.";  // between a store's name and whose file it is

struct HeaderField {
  const char* name;
  std::string StoreHeader::*field;
};
constexpr HeaderField header_fields[] = {
    {"sweep_name", &StoreHeader::sweep_name}, {"program", &StoreHeader::program}, {"compiler", &StoreHeader::compiler},
    {"level", &StoreHeader::level},           {"started", &StoreHeader::started}, {"command", &StoreHeader::command},
};

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::store, path + ": " + what);
}

void check_file(const std::string& path, int access) {
  if (::access(path.c_str(), F_OK) != 0)
    fail(path, "there is no such store; make one with: icsweep run SWEEP.toml -o " + path);
  if (::access(path.c_str(), access) != 0) fail(path, fmt::format("{}, check its permissions", std::strerror(errno)));
  if (std::filesystem::is_directory(path)) fail(path, "is a directory, name a file");
  if (!std::filesystem::is_regular_file(path)) fail(path, "is no regular file, name one");
}

Handle open_file(const std::string& path, unsigned mode, hid_t access) {
  hdf5::prepare();
  if (H5Fis_hdf5(path.c_str()) <= 0) fail(path, "is not an HDF5 file, name another or move it away");
  try {
    return own(H5Fopen(path.c_str(), mode, access), "opening");
  } catch (const Error& e) {
    fail(path, fmt::format("cannot be opened ({}); it was cut short or damaged, restore it or move it away", e.what()));
  }
}

/// HDF5 writes the length of a file when it closes it: what may be another's is never closed. Its id is held for ever.
void keep_open(hid_t file) {
  H5Iinc_ref(file);
}

int read_version(hid_t file) {
  if (H5Aexists(file, "icsweep_store_version") <= 0) return -1;
  const Handle attribute = own(H5Aopen(file, "icsweep_store_version", H5P_DEFAULT), "version");
  const Handle type = own(H5Aget_type(attribute), "version"), space = own(H5Aget_space(attribute), "version");
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1) return -1;
  int version = -1;
  check(H5Aread(attribute, H5T_NATIVE_INT, &version), "version");
  return version;
}

void write_version(hid_t file) {
  const Handle attribute =
      own(H5Acreate2(file, "icsweep_store_version", H5T_STD_I32LE, hdf5::scalar_space(), H5P_DEFAULT, H5P_DEFAULT),
          "version");
  check(H5Awrite(attribute, H5T_NATIVE_INT, &store_version), "version");
}

/// The sweep file's text is a dataset: an attribute holds 64 KiB at the most.
void write_sweep_text(hid_t file, const std::string& text) {
  const Handle type = hdf5::text_type(int(text.size()));
  const Handle dataset =
      own(H5Dcreate2(file, "sweep", type, hdf5::scalar_space(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "sweep text");
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.empty() ? "" : text.data()), "sweep text");
}

std::string read_sweep_text(hid_t file) {
  const Handle dataset = hdf5::open_member(file, "sweep");
  const Handle type = own(H5Dget_type(dataset), "sweep text"), space = own(H5Dget_space(dataset), "sweep text");
  std::string text(hdf5::text_size(type, space, "sweep text"), '\0');
  hdf5::expect_frozen(dataset, type, {}, "sweep text");
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "sweep text");
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

/// Every link of the root but the sweep's text is a table.
herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  if (std::string_view(name) != "sweep") static_cast<std::vector<std::string>*>(names)->push_back(name);
  return 0;
}

std::vector<std::string> table_names(hid_t file) {
  std::vector<std::string> names;
  hsize_t at = 0;
  check(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, &at, collect_name, &names), "listing tables");
  return names;
}

void sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags);
  const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!synced) fail(path, fmt::format("cannot be synced ({})", std::strerror(error)));
}

void fill_table(hid_t file, const TablePlan& plan) {
  const hdf5::OpenTable table(file, plan.table.task, "the new store");
  const std::int64_t first = plan.old ? plan.old->table().rows : 0;
  if (plan.old) table.copy_rows(*plan.old);
  for (const auto& c : plan.table.columns) {
    if (c.role != Role::parameter && c.role != Role::identity) continue;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::string> texts;
    for (const auto& row : plan.added) {
      if (c.role == Role::identity) texts.push_back(row.identity);
      else if (c.kind == CellKind::integer) integers.push_back(std::get<std::int64_t>(row.config.at(c.name)));
      else if (c.kind == CellKind::real) reals.push_back(row.config.real(c.name));
      else texts.push_back(row.config.text(c.name));
    }
    if (!integers.empty()) table.write_integers(c.name, first, integers);
    if (!reals.empty()) table.write_reals(c.name, first, reals);
    if (!texts.empty()) table.write_texts(c.name, first, texts);
  }
  table.write_integers("planned", 0, plan.planned);
  for (const auto& [row, config, identity] : plan.reset) {
    table.write_cell(row, "status", std::int64_t(Outcome::pending));
    table.write_cell(row, "checksum", std::int64_t{0});  // a row that failed without results would still match it
    if (!identity.empty()) table.write_cell(row, "identity", identity);
    for (const auto& c : plan.table.columns)  // no score of a run that does not count is left to be read
      if (c.role == Role::result) table.write_cell(row, c.name, no_result(c));
    if (!config) continue;
    for (const auto& [name, value] : config->values())
      std::visit([&, row = row, &column = name](const auto& v) { table.write_cell(row, column, v); }, value);
  }
}

std::int64_t room_for_weights(const TablePlan& plan) {
  std::int64_t room = 0;
  for (const auto& kept : plan.weights) room += kept.room;
  return room;
}

/// Gives every row that keeps weights its place, row after row, and copies those that are there.
void fill_weights(hid_t file, const TablePlan& plan) {
  const hdf5::OpenTable table(file, plan.table.task, "the new store");
  if (!table.flat_weights()) return;
  const hdf5::FlatWeights* old = plan.old ? plan.old->flat_weights() : nullptr;
  const auto old_offsets = old ? plan.old->integers("weights_offset") : std::vector<std::int64_t>();
  std::vector<std::int64_t> offsets, counts;
  std::int64_t next = 0;
  for (std::size_t row = 0; row < plan.weights.size(); ++row) {
    const auto [room, copied] = plan.weights[row];
    offsets.push_back(room > 0 ? next : -1);
    counts.push_back(copied ? room : 0);
    if (copied) table.flat_weights()->write(next, old->read(old_offsets[row], room));
    next += room;
  }
  table.write_integers("weights_offset", 0, offsets);
  table.write_integers("weights_count", 0, counts);
}

void write_store(const std::string& path, const StoreHeader& header, const std::vector<TablePlan>& plans) {
  const Handle file = own(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), "creating");
  write_version(file);
  for (const auto& [name, field] : header_fields)
    hdf5::write_text_attribute(file, name, (header.*field).substr(0, 1000));
  write_sweep_text(file, header.sweep_text);
  for (const auto& plan : plans) {
    Table table = plan.table;
    table.rows = (plan.old ? plan.old->table().rows : 0) + std::int64_t(plan.added.size());
    set_weights(table, room_for_weights(plan));
    hdf5::create_table(file, table);
    fill_table(file, plan);
    fill_weights(file, plan);
  }
  check(H5Fflush(file, H5F_SCOPE_GLOBAL), "flushing");
}

}  // namespace

StoreReader::StoreReader(const std::string& path, Trial trial) {
  check_file(path, R_OK);
  // HDF5 1.10.8 does not survive every damage to its own metadata: 7 of 10⁴ files with up to three bytes changed.
  if (trial == Trial::first)
    if (const auto death = death_in_trial([&] { StoreReader(path, Trial::none); }))
      fail(path, fmt::format("is damaged (a process that opened it ended by: {}); restore it or move it away", *death));
  open(path);
}

void StoreReader::open(const std::string& path) {
  file_ = open_file(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  const int version = read_version(file_);
  if (version < 0) fail(path, "is an HDF5 file but not an icsweep store, name another");
  if (version != store_version)
    fail(path,
         fmt::format("has store version {}, this program writes version {}; use the program that made it or a new file",
                     version, store_version));
  try {
    for (const auto& [name, field] : header_fields) header_.*field = hdf5::read_text_attribute(file_, name);
    header_.sweep_text = read_sweep_text(file_);
    for (const auto& name : table_names(file_)) tables_.emplace_back(file_, name, path);
  } catch (const std::exception& e) {
    fail(path, fmt::format("is damaged ({}); restore it or move it away", e.what()));
  }
}

const hdf5::OpenTable* StoreReader::find(const std::string& task) const {
  const auto found =
      std::find_if(tables_.begin(), tables_.end(), [&](const auto& t) { return t.table().task == task; });
  return found == tables_.end() ? nullptr : &*found;
}

void check_place(const std::string& path) {
  const std::string folder = std::filesystem::absolute(path).parent_path().string();
  if (!std::filesystem::is_directory(folder))
    fail(path, fmt::format("there is no folder {}, make it or name another", folder));
}

void remove_half_made(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path store = fs::absolute(path);
  const std::string fresh = store.filename().string() + half_made;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(store.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(fresh)) fs::remove(entry.path(), ignored);
  }
}

void create_store(const std::string& path, const StoreHeader& header, const std::vector<TablePlan>& plans,
                  const LeaseWatch* lease) {
  hdf5::prepare();
  check_place(path);
  const std::string fresh = fmt::format("{}{}{}.{}", path, half_made, host_name(), ::getpid());  // no other launch's
  const int probe = ::open(fresh.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0666);
  if (probe < 0) fail(path, fmt::format("cannot be written ({}), check the folder", std::strerror(errno)));
  ::close(probe);
  try {
    write_store(fresh, header, plans);
    sync_path(fresh, O_RDWR);
  } catch (const Error& e) {
    ::unlink(fresh.c_str());
    fail(path, fmt::format("cannot be made ({}); free some space or name another place", e.what()));
  }
  try {
    if (lease) lease->expect();
  } catch (const Error&) {
    ::unlink(fresh.c_str());
    throw;
  }
  struct stat before;
  if (::stat(path.c_str(), &before) == 0) ::chmod(fresh.c_str(), before.st_mode);
  if (::rename(fresh.c_str(), path.c_str()) != 0)
    fail(path, fmt::format("cannot be put in place ({})", std::strerror(errno)));
  sync_path(std::filesystem::absolute(path).parent_path(), O_RDONLY | O_DIRECTORY);
}

StoreWriter::StoreWriter(const std::string& path, std::optional<LeaseWatch> lease)
    : path_(path),
      place_(path),
      lease_(std::move(lease)),
      last_commit_(std::chrono::steady_clock::now()),
      last_look_(last_commit_) {
  check_file(path, R_OK | W_OK);
  hdf5::prepare();
  const Handle access = own(H5Pcreate(H5P_FILE_ACCESS), "file access");
  check(H5Pset_fapl_mpio(access, MPI_COMM_SELF, MPI_INFO_NULL), "MPI-IO");
  file_ = open_file(path, H5F_ACC_RDWR, access);
  look();
  for (const auto& name : table_names(file_)) tables_.push_back(std::make_unique<hdf5::OpenTable>(file_, name, path));
}

StoreWriter::~StoreWriter() {
  try {
    place_.expect();
  } catch (const Error&) {  // whoever still writes says it
    keep_open(file_);
  }
}

void StoreWriter::look() const try {
  place_.expect();
  if (lease_) lease_->expect();
} catch (const Error&) {
  keep_open(file_);
  throw;
}

const hdf5::OpenTable& StoreWriter::table(const std::string& task) const {
  const auto found =
      std::find_if(tables_.begin(), tables_.end(), [&](const auto& t) { return t->table().task == task; });
  if (found == tables_.end()) fail(path_, fmt::format("has no table {}", task));
  return **found;
}

void StoreWriter::forget(const std::string& task, std::int64_t index) {
  table(task).write_cell(index, "checksum", std::int64_t{0});
}

/// Another store may be copied over the file without changing its size: then its rows are not ours to write.
void StoreWriter::expect_experiment(const Pending& p) const {
  if (p.table->text("identity", p.row) == p.identity) return;
  H5Iinc_ref(file_);
  fail(path_, fmt::format("the store was overwritten while it was written, row {} of {} is another experiment's now; "
                          "put a copy back or name another",
                          p.row, p.table->table().task));
}

void StoreWriter::write(const std::string& task, std::int64_t index, Row row, Outcome outcome,
                        std::span<const float> weights) {
  const Pending written{&table(task), index, outcome, std::get<std::string>(row.at("identity"))};
  look();
  expect_experiment(written);
  try {
    write_row(*written.table, index, std::move(row), outcome, weights);
    pending_.push_back(written);
  } catch (const Error& e) {
    fail(path_,
         fmt::format(
             "a result could not be written ({}); nothing finished is lost, make room and run the same command again",
             e.what()));
  }
}

void StoreWriter::write_row(const hdf5::OpenTable& table, std::int64_t index, Row row, Outcome outcome,
                            std::span<const float> weights) {
  complete_results(table.table(), row);
  for (const auto& c : table.table().columns)
    if (c.kind == CellKind::text && row.contains(c.name)) {
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
      table.write_cell(index, c.name, row.at(c.name));
}

void StoreWriter::commit(std::chrono::milliseconds at_least) {
  const bool last = at_least == std::chrono::milliseconds(0);  // perhaps: MPI_Finalize closes the file
  if (!last && (pending_.empty() || std::chrono::steady_clock::now() - last_commit_ < at_least)) return;
  look();
  if (pending_.empty()) return;
  for (const auto& p : pending_) expect_experiment(p);
  try {
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "flushing");
    for (const auto& p : pending_) p.table->write_cell(p.row, "status", std::int64_t(p.outcome));
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "flushing");
  } catch (const Error& e) {
    fail(path_,
         fmt::format(
             "results could not be written ({}); nothing finished is lost, make room and run the same command again",
             e.what()));
  }
  pending_.clear();
  last_commit_ = std::chrono::steady_clock::now();
}

void StoreWriter::expect_own() {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_look_ < std::chrono::seconds(1)) return;
  last_look_ = now;
  look();
}

}  // namespace icsweep
