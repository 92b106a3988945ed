// Selects the experiments that count in an answer.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "io/query/sql_columns.hpp"
#include "io/query/sql_table.hpp"

namespace icsweep {

/// Answers count the done experiments that the latest sweep plans. Averages over others would mix settings that nobody
/// compares, or results of unfinished trainings. Users may include experiments of earlier sweeps. If a sweep's code or
/// files change, its former experiments belong to earlier sweeps.
enum class Counting { planned, earlier_too };

inline constexpr const char* earlier_help = "experiments of earlier sweeps too";
inline Counting counting_of(bool all) {
  return all ? Counting::earlier_too : Counting::planned;
}

/// True if a row with this cell `planned` belongs to the sweeps that count, whatever its outcome.
bool is_planned(std::int64_t planned, Counting counting = Counting::planned);
/// True if a row with these cells counts.
bool counts(std::int64_t status, std::int64_t planned, Counting counting = Counting::planned);

/// is_planned() as SQL over a task's columns.
std::string planned_condition(Counting counting = Counting::planned);
/// counts() as SQL over a task's columns.
std::string counted_condition(Counting counting = Counting::planned);

/// The experiments that a user asks for.
struct Asked {
  std::string where{};  ///< SQL condition over the task's columns; empty: all
  Counting counting = Counting::planned;
};

/// "3 experiments without a finite test_mse".
std::string valueless_text(std::size_t experiments, const std::string& result);

/// Counts the rows of a task that an answer leaves out.
class LeftOut {
 public:
  explicit LeftOut(Counting counting = Counting::planned) : counting_(counting) {}
  void add(std::int64_t status, std::int64_t planned);
  /// "augmented leaves out 2 diverged, 8 of earlier sweeps (augmented_all has them)"; empty if nothing is left out.
  std::string text(const std::string& task) const;

 private:
  Counting counting_;
  std::array<std::int64_t, outcome_count> ended_{};
  std::int64_t unplanned_ = 0, unknown_ = 0;
};

/// The experiments of one task that count, in a store that SQL reads.
class Counted {
 public:
  Counted(std::string task, std::int64_t rows, std::shared_ptr<StoredColumn> status,
          std::shared_ptr<StoredColumn> planned)
      : task_(std::move(task)), rows_(rows), status_(std::move(status)), planned_(std::move(planned)) {}

  bool operator()(std::int64_t row) const { return counts(status_->integer(row), planned_->integer(row)); }
  /// Notes that a statement asks for the experiments that count.
  void ask() { asked_ = true; }
  bool asked() const { return asked_; }
  const std::string& task() const { return task_; }
  std::string left_out(Counting counting = Counting::planned) const;

 private:
  std::string task_;
  std::int64_t rows_;
  std::shared_ptr<StoredColumn> status_, planned_;
  bool asked_ = false;
};

/// Skips the rows that do not count.
class CountedRows : public SqlCursor {
 public:
  CountedRows(std::unique_ptr<SqlCursor> rows, const Counted& counted) : rows_(std::move(rows)), counted_(counted) {}
  bool next() override {
    while (rows_->next())
      if (counted_(rows_->row())) return true;
    return false;
  }
  std::int64_t row() const override { return rows_->row(); }
  void give(sqlite3_context* answer, int field) const override { rows_->give(answer, field); }

 private:
  std::unique_ptr<SqlCursor> rows_;
  const Counted& counted_;
};

}  // namespace icsweep
