// The store: one HDF5 file with one table per task. Its layout is frozen when it is made (see docs/reference/store.md).
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
#include "io/schema/identity_map.hpp"
#include "io/store/row_writer.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// Serial and read-only. Safe while a sweep writes: a row with a final status is complete. Errors name the file, the
/// fault and the remedy; faults are a missing, truncated or damaged file, a file that is not HDF5 or not a store, and
/// another version. Everything is checked before use: sizes are within the file, types and extents are those of the
/// schema, and no part is in another file.
class StoreReader : public Store {
 public:
  /// `first`: another process opens the file before this one. Metadata that would crash HDF5 then gives an Error; this
  /// takes 1 to 2 ms. `none` is for files that this process has made.
  enum class Trial { first, none };
  explicit StoreReader(const std::string& path, Trial trial = Trial::first);
  ~StoreReader() { tables_.clear(); }  // before the file
  StoreReader(StoreReader&&) = default;
  StoreReader& operator=(StoreReader&&) = default;

 private:
  void open(const std::string& path);

  hdf5::Handle file_;
};

/// An experiment of a new store.
class NewRow {
 public:
  NewRow(const Identity& identity, Config config)
      : identity_(identity), config_(std::make_shared<Config>(std::move(config))) {}
  /// Copies no configuration: it must live longer.
  NewRow(const Identity& identity, const Config* config)
      : identity_(identity), config_(std::shared_ptr<const Config>(), config) {}

  std::string identity() const { return identity_.text(); }
  const Config& config() const { return *config_; }

 private:
  Identity identity_;
  std::shared_ptr<const Config> config_;
};

/// Rows of any store, in ascending order, to copy into a new one.
struct CopiedRows {
  const StoredTable* from;
  std::vector<std::int64_t> rows;
  std::int64_t launches_before = 0;  ///< added to the rows' launch numbers
};

/// A table to make: rows of the old store first, then the copied ones, then the new ones.
struct TablePlan {
  Table table;                       ///< `rows` is unused: it follows from the members below
  const StoredTable* old = nullptr;  ///< all of its rows
  std::vector<NewRow> added;
  std::vector<std::uint8_t> planned;  ///< for every row: 1 or 0
  /// Old rows that become pending again. If `config` is set, their identity and parameters are rewritten.
  struct Reset {
    std::int64_t row;
    const Config* config;
    std::string identity{};  ///< of that configuration; empty: the row's identity is right
    bool goes_on = false;    ///< it resumes: its results along training stay
  };
  std::vector<Reset> reset;
  /// Room for a row's trained parameters (0: none). They are copied from the old store or written later.
  struct Kept {
    std::int64_t room = 0;
    bool copied = false;
  };
  std::vector<Kept> weights{};  ///< for every row; empty: no row keeps any
  std::vector<CopiedRows> copied{};
};

/// Throws Error(store) if the folder of the new store does not exist.
void check_place(const std::string& path);

/// Writes the store beside `path`, syncs it and renames it over `path`, so that readers and kills find the old file or
/// the new one. Before renaming, the new file is opened as any reader opens it, and `inspect` may examine it; if it
/// throws, the old store stays. With a `lease`, throws Error(store) before renaming if another launch has the lease by
/// then: this launch's host may have been cut off.
void create_store(const std::string& path, const StoreHeader& header, const std::vector<TablePlan>& tables,
                  const LeaseWatch* lease = nullptr, const std::function<void(const Store&)>& inspect = {});

/// Removes half-made stores of launches that have ended, or that another launch has succeeded.
void remove_half_made(const std::string& path);

/// One rank's access for writing rows, by MPI-IO within this process only. MPI must be initialised. Every call is
/// independent. While rows are written, the lease and the file's place are checked once a second.
class StoreWriter final : public RowWriter {
 public:
  /// `lease`: that of this rank's launch; if unset, only the file's place is checked.
  explicit StoreWriter(const std::string& path, std::optional<LeaseWatch> lease = std::nullopt);
  ~StoreWriter() override;

  void write(const std::string& task, RowIndex index, Row row, Outcome outcome,
             std::span<const float> weights = {}) override;
  void write_so_far(const std::string& task, RowIndex index, const Row& row) override;
  void note_checkpoint(const SavedState& checkpoint) override;
  void note_guest(const GuestRecord& guest) override;
  void commit(std::chrono::milliseconds at_least = std::chrono::milliseconds(0)) override;
  void expect_own() override;

  /// Writes the record of a new launch, and marks earlier launches without an ending as broken off. helped: the record
  /// of this launch as a guest of the one before, whose lead it takes.
  void begin_launch(const LaunchRecord& launch, const GuestPlace& helped = {});
  /// Writes the ending of the same launch.
  void end_launch(const std::string& ending);

  /// Clears the checksum of a row that was written and never marked, so that its status does not appear damaged.
  void forget(const std::string& task, std::int64_t index);

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
  std::int64_t launch_ = 0;  // number of the launch that this writer began
  std::chrono::steady_clock::time_point last_commit_, last_look_;
};

}  // namespace icsweep
