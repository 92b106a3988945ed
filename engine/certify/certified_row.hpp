// The certificate of one experiment: a line of rows.jsonl, and an entry of its Merkle tree.
#pragma once

#include <string>
#include <vector>

#include "io/store/table.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Contains nothing that differs between two runs of the experiment at one instruction-set level: neither times nor
/// hosts.
struct CertifiedRow {
  std::string task, identity;
  Outcome status = Outcome::pending;
  std::string level{};  ///< instruction-set level of the run
  std::int64_t result_version = 0;
  Values parameters{};
  std::vector<std::string> later{};  ///< results in the row that a later version of the task added
  std::string results{};             ///< result_hash(), or empty without results
};

/// SHA-256 over the bytes of visit_result_bytes(), in hexadecimal digits.
std::string result_hash(const Table& table, const Row& cells);

/// The certified part of a row that is sound.
CertifiedRow certified(const Table& table, const Row& cells);

/// One line of JSON without the newline. Equal rows give equal bytes.
std::string to_line(const CertifiedRow& row);
/// Throws Error(config) for a line of another form.
CertifiedRow row_in(const std::string& line);

/// Says if the experiment can run again here with the same bits, or the first reason against it.
enum class Repeatability { given, not_done, unknown_task, other_level, other_version };
Repeatability repeatability(const TaskRegistry& tasks, const CertifiedRow& row);

/// Configuration of the experiment for its task. Throws Error(config) if the task has no such parameters, or if the
/// identity is not that of the parameters.
Config config_of(const Schema& schema, const CertifiedRow& row);

}  // namespace icsweep
