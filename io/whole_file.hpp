// Reads and writes whole files; hashes their content; checks paths that other people wrote.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace icsweep {

/// The path at the end of a chain of links, whether it exists or not; the path itself if the chain has no end.
std::string end_of_links(const std::string& path);

/// The first `most` bytes of a regular file. Nothing, with errno, if it cannot be read or is no regular file: a pipe in
/// its place is not waited for.
std::optional<std::string> read_regular_file(const std::string& path, std::size_t most);

/// Writes all of the text to the open file or pipe; false, with errno, if it cannot.
bool write_all(int descriptor, std::string_view text);

enum class Durability {
  plain,
  synced  ///< also when the power fails
};

/// Writes the parts, one after the other, beside `path` and renames the file into place. Links are followed, and the
/// last one's target is replaced. Throws Error(config) if the file cannot be written; the former file then stays.
void write_whole_file(const std::string& path, std::initializer_list<std::string_view> parts,
                      Durability durability = Durability::plain);

/// Throws Error(config) if both are the same file: output made from a store must not replace the store.
void expect_another_file(const std::string& path, const std::string& source);

/// Whether the path may lead out of the folder that it is relative to: it is absolute, or has a "..".
inline bool leads_out(const std::filesystem::path& path) {
  return path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
}

/// 128 bits of XXH3, 32 hexadecimal digits.
std::string content_hash(std::string_view content);

}  // namespace icsweep
