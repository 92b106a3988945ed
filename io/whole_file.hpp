// Files that are there whole or not at all.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace icsweep {

/// What a chain of links names in the end, there or not; the path itself if it has no end.
std::string end_of_links(const std::string& path);

/// The first `most` bytes of a regular file; nothing, with errno, if it cannot be read or is none: a pipe that stands
/// in its place is not waited for.
std::optional<std::string> read_regular_file(const std::string& path, std::size_t most);

/// Whether all of it could be written to the open file or pipe; errno says why not.
bool write_all(int descriptor, std::string_view text);

enum class Durability {
  plain,
  synced  ///< also when the power fails
};

/// Writes the parts, one after the other, beside `path` and puts the file in its place. Links are followed: what
/// the last one names is replaced. Throws Error(config) if the file cannot be written; what stood there before then
/// still does.
void write_whole_file(const std::string& path, std::initializer_list<std::string_view> parts,
                      Durability durability = Durability::plain);

/// Throws Error(config) if both are the same file: what is written of a store must not replace it.
void expect_another_file(const std::string& path, const std::string& source);

}  // namespace icsweep
