// Hashes of contents, as identities have them.
#pragma once

#include <string>
#include <string_view>

namespace icsweep {

/// 128 bits of XXH3, 32 hexadecimal digits.
std::string content_hash(std::string_view content);

}  // namespace icsweep
