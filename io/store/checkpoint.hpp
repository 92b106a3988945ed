// Checkpoints: the states of experiments that have begun and not ended. There is one file per experiment, in the folder
// STORE.checkpoints beside the store.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// The experiment of a checkpoint and its progress.
struct CheckpointHead {
  std::string task{}, identity{};
  std::string program{};  ///< with its build; checkpoints of other programs are not read
  std::string level{};    ///< instruction-set level that computed it, "mixed" if there were several
  int result_version = 0;
  long step = 0, steps = 0, sequences = 0;
  double seconds = 0;           ///< run time over all launches
  double core_seconds = 0;      ///< the same, summed over threads
  int failures = 0;             ///< failed runs before this one
  std::string search{};         ///< Rungs::text() of the search that `rungs` belongs to, or empty
  std::vector<double> rungs{};  ///< the metric at each rung that the state has passed
  std::string kept{};           ///< kept_rungs or kept_end if nothing resumes from the state; else empty
};

/// Kinds of results that lie in the place of a checkpoint until a search decides: at the rungs that an experiment
/// passed without being saved, or at its end.
inline constexpr const char *kept_rungs = "rungs", *kept_end = "end";

struct Checkpoint {
  CheckpointHead head;
  std::string state;
};

/// "STORE.checkpoints".
std::string checkpoint_folder(const std::string& store);
/// "FOLDER/IDENTITY-EPOCH". Each launch has its own epoch. Its ranks therefore never write into a file of an earlier
/// launch that was believed dead.
std::string checkpoint_path(const std::string& folder, const std::string& identity, int epoch);

/// Throws Error(store) if STORE.checkpoints is a link, is not a folder, or belongs to another user. Its content is then
/// neither read nor changed.
void expect_own_checkpoints(const std::string& store);

/// Writes the file beside its place, syncs it and renames it into place. Throws Error if it cannot be written; the
/// existing file then stays.
void write_checkpoint(const std::string& path, const CheckpointHead& head, std::string_view state);

/// Throws Error(store) if the file is missing or damaged.
Checkpoint read_checkpoint(const std::string& path);

/// The head only; nothing if the file is missing or its head is unreadable. The rest may be damaged.
std::optional<CheckpointHead> read_checkpoint_head(const std::string& path);

/// The checkpoints beside a store, as paths with their heads. Includes those of earlier versions, EPOCH-RANK and
/// timed-out-IDENTITY. A file with an unreadable head, and one left half written by a killed launch, has no head. Files
/// with other names are left out. Empty if there is no folder. Throws as expect_own_checkpoints does.
std::map<std::string, std::optional<CheckpointHead>> find_checkpoints(const std::string& store);

/// Removes a checkpoint if it exists and the folder belongs to this user.
void remove_checkpoint(const std::string& path);

/// The epoch in a path from find_checkpoints; 0 for timed-out-IDENTITY.
int epoch_of(const std::string& path);

}  // namespace icsweep
