#include "engine/sweep_options.hpp"

#include "engine/overrides.hpp"

namespace icsweep {

void SweepOptions::add_to(boost::program_options::options_description& options) {
  namespace po = boost::program_options;
  options.add_options()("sweep", po::value(&path)->required(), "sweep file")("scale", po::value(&scale),
                                                                             "one of the file's scales, such as quick")(
      "set", po::value(&set)->composing(), "PARAMETER=VALUE in place of the file's, such as depth=[1,2]")(
      "only", po::value(&only)->composing(), "run only points where this holds, such as 'depth <= 3'");
}

Sweep SweepOptions::read() const {
  Sweep sweep = read_sweep_file(path);
  if (!scale.empty()) sweep = at_scale(std::move(sweep), scale);
  for (const auto& assignment : set) sweep = with_setting(std::move(sweep), assignment);
  return sweep;
}

std::string SweepOptions::label() const {
  std::string text = path;
  if (!scale.empty()) text += " --scale " + scale;
  for (const auto& assignment : set) text += " --set " + assignment;
  for (const auto& rule : only) text += " --only '" + rule + "'";
  return text;
}

}  // namespace icsweep
