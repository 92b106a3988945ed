#include "engine/result_row.hpp"

namespace icsweep {

Row make_row(const Schema& schema, const Assignment& a, const Results& results) {
  Row row;
  row["identity"] = a.identity;
  for (const auto& [name, value] : a.config.values())
    std::visit([&, &key = name](const auto& v) { row[key] = v; }, value);
  for (const auto& [name, values] : results) {
    const Output* output = schema.find_output(name);
    if (!output) throw Error(ErrorKind::numeric, "task " + schema.task + " gave an undeclared result " + name);
    Array array{{}, values};
    std::size_t size = 1;
    for (const auto& d : output->dimensions)
      array.shape.push_back(d.size(a.config)), size *= std::size_t(array.shape.back());
    if (values.size() != size)
      throw Error(ErrorKind::numeric, "task " + schema.task + " gave " + name + " in another size than declared");
    if (array.shape.empty()) row[name] = values[0];
    else row[name] = std::move(array);
  }
  return row;
}

}  // namespace icsweep
