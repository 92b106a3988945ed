// A process between this one and a program that it starts: it ends what the program has started when this one dies.
#pragma once

#include <string>

namespace icsweep {

/// Name under which a keeper runs: the first of its words. Its other words are the program's file and arguments.
inline constexpr const char* keeper_name = "icsweep-keeper";

/// The keeper's descriptors beside the program's 0, 1 and 2: where it reports, as an errno, that the program cannot be
/// started, and a pipe that ends with the process that started the keeper.
inline constexpr int keeper_report = 3, keeper_life = 4;

/// Says that this process's file is icsweep, which can run as keeper.
void provide_keeper();
/// The file that runs as keeper; empty if there is none, as in unit tests.
std::string keeper_file();

/// Whether the words are a keeper's.
bool is_keeper(int count, char** words);

/// Runs the program and ends as it does: with its status, or by its signal. Orphans of the program become the keeper's
/// children. They are killed when the program ends, and with it when keeper_life does: also those in another session or
/// with another environment. Signals that ask a job to end reach the program alone. Linux alone.
int keep(int count, char** words);

}  // namespace icsweep
