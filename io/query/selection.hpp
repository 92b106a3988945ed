// The experiments that count in an answer.
#pragma once

#include <memory>
#include <string>

#include "io/query/sql_columns.hpp"
#include "io/query/sql_table.hpp"

namespace icsweep {

/// Every question answers from the experiments that the latest sweep plans and that are done. An average over others
/// would mix settings that nobody compares, or results of trainings that did not end.
enum class Counting { planned, earlier_too };

/// SQL over a task's columns: the experiments of the sweeps that count, whatever their outcome.
std::string planned_condition(Counting counting = Counting::planned);
/// SQL over a task's columns: the experiments that count.
std::string counted_condition(Counting counting = Counting::planned);

/// "3 experiments without a finite test_mse".
std::string valueless_text(std::size_t experiments, const std::string& result);

/// One task's experiments that count.
class Counted {
 public:
  Counted(std::string task, std::int64_t rows, std::shared_ptr<StoredColumn> status,
          std::shared_ptr<StoredColumn> planned)
      : task_(std::move(task)), rows_(rows), status_(std::move(status)), planned_(std::move(planned)) {}

  bool operator()(std::int64_t row) const;
  /// Notes that a statement asks for the experiments that count.
  void ask() { asked_ = true; }
  bool asked() const { return asked_; }
  const std::string& task() const { return task_; }
  /// "augmented leaves out 2 diverged and 8 of earlier sweeps (augmented_all has them)"; empty if nothing is left out.
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
