#include "engine/commands/sweep_options.hpp"

#include <filesystem>

#include "engine/commands/completion_values.hpp"

namespace icsweep {

OptionTable with_sweep_options(const std::vector<Option>& own) {
  using namespace option;
  OptionTable table{
      {place("sweep", "SWEEP", "sweep file, or the name of a shipped one such as fig5").completed_by(sweep_files)}};
  for (const auto& o : own)
    if (o.is_place) table.options.push_back(o);
  for (const auto& o :
       {text("scale", "NAME", "one of the file's scales, such as quick").completed_by(scales),
        texts("set", "PARAMETER=VALUE",
              "in place of the file's, such as depth=[1,2]; time_limit, retries, keep_weights and resources too")
            .completed_by(assignments),
        texts("only", "CONDITION", "run only the points that satisfy a condition, such as 'depth <= 3'")
            .completed_by(parameter_names),
        flag("allow-code", "run the samplers and programs that the file names")})
    table.options.push_back(o);
  for (const auto& o : own)
    if (!o.is_place) table.options.push_back(o);
  return table;
}

std::string default_store(const SweepSource& sweep) {
  return std::filesystem::path(sweep.path).stem().string() + ".h5";
}

SweepSource sweep_source(const GivenOptions& given) {
  SweepSource source;
  source.path = given.text("sweep"), source.scale = given.text("scale");
  source.set = given.texts("set"), source.only = given.texts("only");
  source.allow_code = given.flag("allow-code");
  return source;
}

}  // namespace icsweep
