#include "io/query/sql_fragments.hpp"

#include <fmt/format.h>

namespace icsweep {

std::optional<Error> fault_of(const SqlDatabase& database, const std::string& task, const std::string& text) {
  try {
    database.prepare(fmt::format("SELECT 1 FROM \"{}_all\" WHERE {}", task, text));
    database.prepare(fmt::format("SELECT 1 FROM \"{}_all\" WHERE ({}\n)", task, text));
  } catch (const Error& e) {
    return e;
  }
  return std::nullopt;
}

}  // namespace icsweep
