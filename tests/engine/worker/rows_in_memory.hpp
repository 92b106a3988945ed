// A store without a file: keeps the rows that a rank writes.
#pragma once

#include <map>
#include <vector>

#include "io/store/row_writer.hpp"

namespace icsweep {

class RowsInMemory final : public RowWriter {
 public:
  struct Written {
    Row row;
    Outcome outcome;
    std::vector<float> weights;
    bool final = false;  ///< committed
  };

  void write(const std::string&, RowIndex index, Row row, Outcome outcome, std::span<const float> weights) override {
    rows[index] = {std::move(row), outcome, {weights.begin(), weights.end()}};
  }
  void write_so_far(const std::string&, RowIndex, const Row&) override {}
  void note_guest(const GuestRecord& guest) override { guests.push_back(guest); }
  void note_checkpoint(const SavedState& checkpoint) override { checkpoints.push_back(checkpoint); }
  void commit(std::chrono::milliseconds) override {
    for (auto& [index, written] : rows) written.final = true;
  }
  void expect_own() override {}

  std::map<RowIndex, Written> rows;  ///< of the only task
  std::vector<SavedState> checkpoints;
  std::vector<GuestRecord> guests;
};

}  // namespace icsweep
