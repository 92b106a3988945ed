// How deep JSON of other people nests: each bracket would take a hundred times its size.
#pragma once

#include <string_view>

namespace icsweep {

/// Whether brackets outside of JSON's texts nest at most `most` deep. Anything may be given, also what is no JSON.
bool nests_at_most(std::string_view json, int most);

}  // namespace icsweep
