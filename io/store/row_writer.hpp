// The part of a store that a training rank writes to: rows are written, then marked as final. Tests use one in memory.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "io/base/index.hpp"
#include "io/store/launches.hpp"
#include "io/store/table.hpp"

namespace icsweep {

class RowWriter {
 public:
  virtual ~RowWriter() = default;

  /// Writes every result and record column of a row, then its digest and checksum. `row` contains the known cells, the
  /// identity and the parameters. A result without a cell becomes NaN, and all NaNs get equal bits. `weights` are kept
  /// if the row has room for them. The next commit() writes the status. Throws Error(store) without writing if the row
  /// belongs to another experiment, the store is not in its place, or another launch has the lease.
  virtual void write(const std::string& task, RowIndex index, Row row, Outcome outcome,
                     std::span<const float> weights) = 0;

  /// Writes the present results along training into a pending row; missing ones become NaN. Nothing else in the row
  /// changes, so it stays pending. Throws Error(store) as write does.
  virtual void write_so_far(const std::string& task, RowIndex index, const Row& row) = 0;

  /// Records that a rank of the launch has saved its experiment, if the store has room for it. Only for rank 0, after
  /// begin_launch. Throws Error(store) as write does.
  virtual void note_checkpoint(const SavedState& checkpoint) = 0;

  /// Records a launch that joined this one, or how it left. Only for rank 0, after begin_launch, as note_checkpoint.
  virtual void note_guest(const GuestRecord& guest) = 0;

  /// Flushes, checks lease and place again, then writes the status bytes of the rows written so far. Does nothing if
  /// the last commit is more recent than `at_least`. Call it with zero at the end: closing a file that is no longer
  /// ours would write into it. Throws Error(store) on failure, and as expect_own does.
  virtual void commit(std::chrono::milliseconds at_least) = 0;

  /// Throws Error(store) if the store was deleted, moved, replaced or overwritten, or if another launch has the lease.
  /// Checks at most once a second. For callers that wait or compute for long.
  virtual void expect_own() = 0;
};

}  // namespace icsweep
