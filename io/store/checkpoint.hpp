// Checkpoints: the state of experiments in flight, a file a rank, in the folder STORE.checkpoints beside the store.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace icsweep {

/// Whose state it is, and how far it had come.
struct CheckpointHead {
  std::string task{}, identity{};
  std::string program{};  ///< and build; another one's state is not read
  std::string level{};    ///< instruction-set level that has computed it, "mixed" if several have
  int result_version = 0;
  long step = 0, steps = 0, sequences = 0;
  double seconds = 0;  ///< that it has taken, over all launches
  int failures = 0;    ///< failed runs before this one
};

struct Checkpoint {
  CheckpointHead head;
  std::string state;
};

/// "STORE.checkpoints".
std::string checkpoint_folder(const std::string& store);
/// "STORE.checkpoints/EPOCH-RANK". A launch has an epoch of its own, so that its ranks never write into the file of one
/// that was taken for dead.
std::string checkpoint_path(const std::string& store, int epoch, int rank);

/// "STORE.checkpoints/timed-out-IDENTITY", in the folder of such a path: the state of an experiment whose time was up.
std::string own_checkpoint_path(const std::string& beside, const std::string& identity);
/// Whether a path that find_checkpoints gave is of that kind.
bool is_own_checkpoint(const std::string& path);

/// Throws Error(store) if what stands at STORE.checkpoints is a link, no folder, or a folder of another user: nothing
/// of it is read, replaced or removed.
void expect_own_checkpoints(const std::string& store);

/// Writes the file beside its place, syncs it and puts it there. Throws Error if it cannot be written; what stood there
/// before then still does.
void write_checkpoint(const std::string& path, const CheckpointHead& head, std::string_view state);

/// Throws Error(store) if there is none or it is damaged.
Checkpoint read_checkpoint(const std::string& path);

/// The checkpoints beside a store by their paths, as their first lines say. A file of which that cannot be read, and
/// what a killed launch has left half written, is there without a head. Names that this program does not give are not
/// among them. Empty if there is no folder. Throws as expect_own_checkpoints does.
std::map<std::string, std::optional<CheckpointHead>> find_checkpoints(const std::string& store);

/// Gives such a file the name of another in the same folder, if it is there and the folder is this user's own.
void rename_checkpoint(const std::string& path, const std::string& other);

/// Removes such a file, if it is there and the folder is this user's own.
void remove_checkpoint(const std::string& path);

/// Of a path that find_checkpoints gave; 0 if it has none, as an experiment's own file has.
int epoch_of(const std::string& path);

}  // namespace icsweep
