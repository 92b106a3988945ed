// One task of several stores: a table that holds the rows of all, each experiment once.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/ledger/rewritten_store.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

/// All experiments of a task, in the order of the stores.
class MergedTask {
 public:
  /// Adds the rows of a store. keys: of the experiment of each row. Throws Error(store) if the columns differ.
  void add(std::size_t store, const StoredTable& stored, const std::string& path, const std::vector<SoundRow>& rows,
           const std::vector<std::string>& keys);

  /// Plan of the table, without the rows `but`. launches_before: by store, the number of launches before its own.
  TablePlan plan(const std::vector<std::int64_t>& launches_before, const std::set<std::int64_t>& but = {}) const;

  std::size_t rows() const { return places_.size(); }
  /// Experiments that more than one store has.
  std::size_t twice() const { return twice_; }
  /// Of these, those done with unequal digests.
  std::size_t different() const { return different_; }

 private:
  /// Row of an experiment, and its outcome.
  struct StoredPlace {
    std::size_t store;
    std::int64_t row;
    Outcome outcome;
    std::int64_t digest, weights;
    bool planned;
  };

  static bool is_better(const StoredPlace& a, const StoredPlace& b);
  void combine(StoredPlace& known, StoredPlace other);

  Table table_;
  std::vector<std::pair<std::size_t, const StoredTable*>> sources_;
  std::vector<StoredPlace> places_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::size_t twice_ = 0, different_ = 0;
};

}  // namespace icsweep
