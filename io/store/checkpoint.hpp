// Checkpoints: the state of experiments that have begun and not ended, one file an experiment, in the folder
// STORE.checkpoints beside the store.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// The experiment of a checkpoint, and how far it had come.
struct CheckpointHead {
  std::string task{}, identity{};
  std::string program{};  ///< with its build; a checkpoint of another program is not read
  std::string level{};    ///< instruction-set level that computed it, "mixed" if several did
  int result_version = 0;
  long step = 0, steps = 0, sequences = 0;
  double seconds = 0;           ///< run time over all launches
  double core_seconds = 0;      ///< and of all threads
  int failures = 0;             ///< failed runs before this one
  std::string search{};         ///< Rungs::text() of the search that `rungs` is of, or empty
  std::vector<double> rungs{};  ///< its metric at the rungs that the state has passed
};

struct Checkpoint {
  CheckpointHead head;
  std::string state;
};

/// "STORE.checkpoints".
std::string checkpoint_folder(const std::string& store);
/// "FOLDER/IDENTITY-EPOCH". Each launch has its own epoch, so that its ranks never write into a file of a launch that
/// was taken for dead.
std::string checkpoint_path(const std::string& folder, const std::string& identity, int epoch);

/// Throws Error(store) if STORE.checkpoints is a link, no folder, or a folder of another user; nothing in it is read,
/// replaced or removed then.
void expect_own_checkpoints(const std::string& store);

/// Writes the file beside its place, syncs it and renames it into place. Throws Error if it cannot be written; the
/// former file then stays.
void write_checkpoint(const std::string& path, const CheckpointHead& head, std::string_view state);

/// Throws Error(store) if the file is missing or damaged.
Checkpoint read_checkpoint(const std::string& path);

/// Its head alone; nothing if the file is missing or its head cannot be read. The rest may be damaged.
std::optional<CheckpointHead> read_checkpoint_head(const std::string& path);

/// The checkpoints beside a store by path, with their heads; also those of earlier versions, EPOCH-RANK and
/// timed-out-IDENTITY. A file whose head cannot be read, and one left half written by a killed launch, has no head.
/// Leaves out files with other names than these. Empty if there is no folder. Throws as expect_own_checkpoints does.
std::map<std::string, std::optional<CheckpointHead>> find_checkpoints(const std::string& store);

/// Removes a checkpoint, if it exists and the folder is this user's own.
void remove_checkpoint(const std::string& path);

/// The epoch in a path from find_checkpoints; 0 if it has none, as timed-out-IDENTITY.
int epoch_of(const std::string& path);

}  // namespace icsweep
