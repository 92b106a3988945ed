// The store: one HDF5 file with a table a task, whose layout is frozen when it is made (see docs/store.md).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "io/store/file_place.hpp"
#include "io/store/hdf5_launches.hpp"
#include "io/store/hdf5_table.hpp"
#include "io/store/lease_watch.hpp"
#include "io/store/store_header.hpp"

namespace icsweep {

/// Serial, read-only; safe while a sweep writes (every reader sees whole rows once their status says so). Errors name
/// the file and what to do: not there, not HDF5, truncated, not a store, another version, damaged. Nothing that the
/// file says is believed before it is checked: sizes are within the file, types and extents those of its schema, and no
/// part of it is elsewhere.
class StoreReader {
 public:
  /// `first`: another process opens the file before this one, so that metadata which HDF5 does not survive are an Error
  /// (1 to 2 ms). `none` is for files that this process has made.
  enum class Trial { first, none };
  explicit StoreReader(const std::string& path, Trial trial = Trial::first);

  const StoreHeader& header() const { return header_; }
  const std::vector<hdf5::OpenTable>& tables() const { return tables_; }
  const hdf5::OpenTable* find(const std::string& task) const;

 private:
  void open(const std::string& path);

  hdf5::Handle file_;
  StoreHeader header_;
  std::vector<hdf5::OpenTable> tables_;
};

/// An experiment of a new store.
struct NewRow {
  std::string identity;
  Config config;
};

/// Rows of any store, in ascending order, that are copied into a new one.
struct CopiedRows {
  const hdf5::OpenTable* from;
  std::vector<std::int64_t> rows;
  std::int64_t launches_before = 0;  ///< is added to the numbers of their launches
};

/// A table to be made: rows of the old store first, then the copied ones, then the new ones.
struct TablePlan {
  Table table;                           ///< rows is not used: it follows from the three below
  const hdf5::OpenTable* old = nullptr;  ///< all of its rows
  std::vector<NewRow> added;
  std::vector<std::int64_t> planned;  ///< for every row
  /// Old rows that are damaged: back to pending, and identity and parameters written anew where the sweep knows them.
  struct Reset {
    std::int64_t row;
    const Config* config;
    std::string identity{};  ///< of that configuration; empty: the one that stands there is right
    bool goes_on = false;    ///< from where it stopped: its results along training stay
  };
  std::vector<Reset> reset;
  /// A row's trained parameters: the numbers it has room for, 0 if it keeps none; copied from the old store or written
  /// later.
  struct Kept {
    std::int64_t room = 0;
    bool copied = false;
  };
  std::vector<Kept> weights{};  ///< for every row; empty: no row keeps any
  std::vector<CopiedRows> copied{};
};

/// Throws Error(store) if the folder of a store to be made is not there.
void check_place(const std::string& path);

/// Writes the store beside `path`, syncs it and renames it over `path`: readers and kills see the old file or the new
/// one. With a `lease`, throws Error(store) instead of the latter if it is another launch's by then: this one's host
/// may have been cut off. Before that the new file is opened as any reader opens it; `inspect` may look into it, and
/// what it throws leaves the old store in its place.
void create_store(const std::string& path, const StoreHeader& header, const std::vector<TablePlan>& tables,
                  const LeaseWatch* lease = nullptr, const std::function<void(const StoreReader&)>& inspect = {});

/// Removes what launches have left that ended, or were succeeded, while they made the store.
void remove_half_made(const std::string& path);

/// One rank's access for writing rows, by MPI-IO on this process alone; MPI must be initialised. Every call is
/// independent.
class StoreWriter {
 public:
  /// `lease`: of the launch that this rank belongs to; without one, the file's place alone is looked at.
  explicit StoreWriter(const std::string& path, std::optional<LeaseWatch> lease = std::nullopt);
  ~StoreWriter();

  /// Writes every result and record column of a row, then its digest and checksum. `row` holds those cells that are
  /// known, the identity and the parameters; a result without a cell becomes NaN, and every NaN the same one. `weights`
  /// are kept if the row has room for them. The status follows at the next commit(). A process that stood still for
  /// longer than a second within a row looks whose the store is before it writes the next cell. Throws Error(store)
  /// without writing if the row is another experiment's, the store no longer in its place or the lease another
  /// launch's.
  void write(const std::string& task, std::int64_t index, Row row, Outcome outcome,
             std::span<const float> weights = {});

  /// Writes of a row that has not ended the results along training as they are now; those that `row` lacks become NaN.
  /// Nothing else in it changes: it goes on to count for nothing. Throws Error(store) as write does.
  void write_so_far(const std::string& task, std::int64_t index, const Row& row);

  /// Writes of the launch that begins what it says of itself, and of those before it that they were broken off if they
  /// have no end.
  void begin_launch(const LaunchRecord& launch);
  /// Of the same one.
  void end_launch(const std::string& ending);

  /// Takes the checksum from a row that was written and never marked, so that whoever looks does not wonder whether its
  /// mark was damaged.
  void forget(const std::string& task, std::int64_t index);

  /// Flushes, looks once more whose the store is, then writes the status bytes of the rows before it. Does nothing if
  /// the last commit is more recent than `at_least`. To be called without it at the end: closing a file that is no
  /// longer ours would write into it. Throws Error(store) if that fails, and as expect_own does.
  void commit(std::chrono::milliseconds at_least = std::chrono::milliseconds(0));

  /// Throws Error(store) if the store was deleted, moved, replaced or overwritten, or its lease is another launch's.
  /// Looks once a second at the most: for whoever waits or computes for long.
  void expect_own();

 private:
  struct Pending {
    const hdf5::OpenTable* table;
    std::int64_t row;
    Outcome outcome;
    std::string identity;
  };
  const hdf5::OpenTable& table(const std::string& task) const;
  void look();
  [[noreturn]] void fail_write(const Error& error);
  void flush(const std::function<void()>& write);
  void expect_experiment(const Pending& row) const;
  void write_row(const hdf5::OpenTable& table, std::int64_t index, Row row, Outcome outcome,
                 std::span<const float> weights);

  std::string path_;
  FilePlace place_;
  std::optional<LeaseWatch> lease_;
  hdf5::Handle file_;
  std::vector<std::unique_ptr<hdf5::OpenTable>> tables_;
  std::vector<Pending> pending_;
  std::optional<hdf5::Launches> launches_;
  std::int64_t launch_ = 0;  // its number
  std::chrono::steady_clock::time_point last_commit_, last_look_;
};

}  // namespace icsweep
