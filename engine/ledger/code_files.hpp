// Hashes of the files of code, from which a launch names the file that changed.
#pragma once

#include <map>
#include <set>
#include <string>

namespace icsweep {

class TaskRegistry;

/// Hashes of files by name.
using FileHashes = std::map<std::string, std::string>;

/// Hashes of the files of each state of a task's code, by task and by the hash of the code.
using CodeFiles = std::map<std::string, std::map<std::string, FileHashes>>;

/// The files of the code of a sweep's tasks. Reads them.
CodeFiles code_files_of(const TaskRegistry& tasks);

/// JSON for a store's header; empty without files.
std::string to_text(const CodeFiles& files);
/// Reads it back. Empty for a text of another form: then no file is named.
CodeFiles code_files_in(const std::string& text);

/// Names of the files that differ between two states of a task's code: changed, new or gone. Empty if the files of one
/// of them are unknown.
std::set<std::string> changed_files(const CodeFiles& files, const std::string& task, const std::string& earlier,
                                    const std::string& present);

}  // namespace icsweep
