// Reads and writes whole files, hashes content, and checks paths from other people's files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace icsweep {

/// The path at the end of a chain of links, which need not exist; the path itself if the chain has no end.
std::string end_of_links(const std::string& path);

/// The first `most` bytes of a regular file. Nothing, with errno, if it cannot be read or is not a regular file; does
/// not wait for a pipe.
std::optional<std::string> read_regular_file(const std::string& path, std::size_t most);

/// Writes the whole text to the open file or pipe. Returns false, with errno, on failure.
bool write_all(int descriptor, std::string_view text);

enum class Durability {
  plain,
  synced  ///< also after a power cut
};

/// Writes the parts one after the other to a file beside `path` and renames it into place. Follows links and replaces
/// the target of the last one. Throws Error(config) on failure; the existing file then stays.
void write_whole_file(const std::string& path, std::initializer_list<std::string_view> parts,
                      Durability durability = Durability::plain);

/// Throws Error(config) if both are the same file: output made from a store must not replace the store.
void expect_another_file(const std::string& path, const std::string& source);

/// True if the path may lead out of the folder that it is relative to: it is absolute, or contains "..".
inline bool leads_out(const std::filesystem::path& path) {
  return path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
}

/// 128 bits as 32 hexadecimal digits.
std::string hash_text(std::uint64_t high, std::uint64_t low);

/// 128 bits of XXH3: the high half, then the low one.
std::pair<std::uint64_t, std::uint64_t> content_bits(std::string_view content);
/// The same bits as digits, see hash_text().
std::string content_hash(std::string_view content);

}  // namespace icsweep
