// What a certificate says of a sweep as a whole: certificate.json in the crate.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/certify/certified_row.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// Names of the files that every crate has.
namespace crate_file {
inline constexpr const char *metadata = "ro-crate-metadata.json", *certificate = "certificate.json",
                            *rows = "rows.jsonl", *sweep = "sweep.toml", *resolved = "sweep.resolved.toml",
                            *read_me = "README.md";
}

struct Certificate {
  std::string made;     ///< UTC
  std::string program;  ///< that made it: version, commit, build
  std::string sweep;    ///< its name
  std::string command;  ///< of the launch that planned the rows
  int store_version = 0;
  std::vector<std::string> levels;    ///< instruction sets at which rows were computed, in order
  std::vector<std::string> programs;  ///< of the launches
  std::int64_t rows = 0;              ///< planned experiments, in whichever state
  std::int64_t unplanned = 0;         ///< rows of earlier sweeps, which are not certified
  std::map<std::string, std::int64_t> outcomes{};
  double core_seconds = 0;  ///< that the rows took
  std::string root;         ///< of the Merkle tree over the lines of rows.jsonl, in hexadecimal digits
  std::map<std::string, std::string> files{};  ///< SHA-256 of every other file of the crate
};

/// The text of certificate.json.
std::string to_text(const Certificate& certificate);
/// Throws Error(config) for a text that is none or of a later format.
Certificate certificate_in(const std::string& text);

struct CertifiedSweep {
  Certificate certificate;  ///< without files
  std::string rows;         ///< the text of rows.jsonl: a line a planned experiment, in the order of task and identity
  std::int64_t repeatable = 0;          ///< done experiments that `verify --sample` may run again here
  std::vector<std::string> left_out{};  ///< for each task, a line about what its figures and tables leave out
};

/// Reads every row of the store. Throws Error(store) if a planned row is damaged, and Error(config) if none is planned.
CertifiedSweep certify(const TaskRegistry& tasks, const Store& store, const std::string& path);

}  // namespace icsweep
