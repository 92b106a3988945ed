// The certificate of a sweep as a whole: certificate.json in the crate.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/certify/certified_row.hpp"
#include "io/store/store.hpp"

namespace icsweep {

/// Files of every crate.
namespace crate_file {
inline constexpr const char *metadata = "ro-crate-metadata.json", *certificate = "certificate.json",
                            *rows = "rows.jsonl", *sweep = "sweep.toml", *resolved = "sweep.resolved.toml",
                            *read_me = "README.md";
}

struct Certificate {
  std::string made;     ///< UTC
  std::string program;  ///< that made the certificate: version, commit, build
  std::string sweep;    ///< name of the sweep
  std::string command;  ///< of the launch that planned the rows
  int store_version = 0;
  std::vector<std::string> levels;    ///< instruction-set levels of the rows, in order
  std::vector<std::string> programs;  ///< of the launches
  std::int64_t rows = 0;              ///< planned experiments, with any outcome
  std::int64_t unplanned = 0;         ///< rows of earlier sweeps, which are not certified
  std::map<std::string, std::int64_t> outcomes{};
  double core_seconds = 0;  ///< total time of the rows
  std::string root;         ///< of the Merkle tree over the lines of rows.jsonl, in hexadecimal digits
  std::map<std::string, std::string> files{};  ///< SHA-256 of every other file of the crate
};

/// The text of certificate.json.
std::string to_text(const Certificate& certificate);
/// Throws Error(config) for a text that is no certificate or has a later format.
Certificate certificate_in(const std::string& text);

struct CertifiedSweep {
  Certificate certificate;              ///< without files
  std::string rows;                     ///< text of rows.jsonl: one line per planned experiment, by task and identity
  std::int64_t repeatable = 0;          ///< done experiments that `verify --sample` may run again here
  std::vector<std::string> left_out{};  ///< one line per task whose figures and tables leave experiments out
};

/// Reads every row of the store once. Throws Error(store) if a planned row is damaged, and Error(config) if there is no
/// planned row.
CertifiedSweep certify(const TaskRegistry& tasks, const Store& store, const std::string& path);

}  // namespace icsweep
