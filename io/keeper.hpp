// A process between this one and a program that it starts: it ends what the program has started when this one dies.
#pragma once

#include <string>

namespace icsweep {

/// Name under which a keeper runs: the first of its words. Its second word is its first own descriptor; the program's
/// file and arguments follow.
inline constexpr const char* keeper_name = "icsweep-keeper";

/// The file that runs as keeper. Every program that has Process runs as one if its words are a keeper's: it does so
/// before its main().
inline constexpr const char* keeper_file = "/proc/self/exe";

/// Whether the words are a keeper's.
bool is_keeper(int count, char** words);

/// Runs the program and ends as it does: with its status, or by its signal. Orphans of the program become the keeper's
/// children. They are killed when the program ends, and with it when the starter does: also those in another session or
/// with another environment. Signals that ask a job to end reach the program alone. Linux alone.
///
/// The keeper has two descriptors behind the program's: where it reports, as an errno, that the program cannot be
/// started, and a pipe that ends with the process that started the keeper.
int keep(int count, char** words);

}  // namespace icsweep
