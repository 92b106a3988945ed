// What a certificate says of an experiment: one line of rows.jsonl, and one entry of its Merkle tree.
#pragma once

#include <string>
#include <vector>

#include "io/store/table.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// Nothing that differs between two runs of the experiment at one instruction-set level: neither times nor hosts.
struct CertifiedRow {
  std::string task, identity;
  Outcome status = Outcome::pending;
  std::string level{};  ///< at which it was computed
  std::int64_t result_version = 0;
  Values parameters{};
  std::vector<std::string> later{};  ///< the results that its task was given later and that it has
  std::string results{};             ///< result_hash(); empty if it has none
};

/// SHA-256 over the bytes of visit_result_bytes(), in hexadecimal digits.
std::string result_hash(const Table& table, const Row& cells);

/// The certified part of a row that is sound.
CertifiedRow certified(const Table& table, const Row& cells);

/// One line of JSON without the newline; the same row gives the same bytes.
std::string to_line(const CertifiedRow& row);
/// Throws Error(config) for a line that is none.
CertifiedRow row_in(const std::string& line);

/// Whether the experiment can be run again here and give the same bits, or the first reason why not.
enum class Repeatability { given, not_done, unknown_task, other_level, other_version };
Repeatability repeatability(const TaskRegistry& tasks, const CertifiedRow& row);

/// The configuration by which the task runs the experiment. Throws Error(config) if the task has no such parameters or
/// if the identity is not that of the parameters.
Config config_of(const Schema& schema, const CertifiedRow& row);

}  // namespace icsweep
