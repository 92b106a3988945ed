#include "engine/worker/result_row.hpp"

#include "io/store/parameter_cell.hpp"

namespace icsweep {

Row make_row(const Schema& schema, const Assignment& a, const Results& results) {
  Row row;
  row["identity"] = a.identity;
  for (const auto& p : schema.parameters) row[p.name] = parameter_cell(a.config.at(p.name), p.type());
  for (const auto& [name, values] : results) {
    Array array{{}, values};
    for (const auto& d : schema.find_output(name)->dimensions) array.shape.push_back(d.size(a.config));
    if (array.shape.empty()) row[name] = values[0];
    else row[name] = std::move(array);
  }
  return row;
}

}  // namespace icsweep
