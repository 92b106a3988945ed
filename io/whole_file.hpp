// Files that are there whole or not at all.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace icsweep {

/// Writes the parts, one after the other, beside `path` and puts the file in its place. A link is followed: what it
/// names is replaced. Throws Error(config) if the file cannot be written; what stood there before then still does.
void write_whole_file(const std::string& path, std::initializer_list<std::string_view> parts);

}  // namespace icsweep
