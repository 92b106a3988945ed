#include "engine/commands/sweep_options.hpp"

namespace icsweep {

void add_sweep_options(boost::program_options::options_description& options, SweepSource& sweep) {
  namespace po = boost::program_options;
  options.add_options()("sweep", po::value(&sweep.path)->required(),
                        "sweep file, or the name of a shipped one such as fig5")(
      "scale", po::value(&sweep.scale), "one of the file's scales, such as quick")(
      "set", po::value(&sweep.set)->composing(),
      "PARAMETER=VALUE in place of the file's, such as depth=[1,2]; time_limit, retries and keep_weights too")(
      "only", po::value(&sweep.only)->composing(),
      "run only the points that satisfy a condition, such as 'depth <= 3'")(
      "allow-code", po::bool_switch(&sweep.allow_code), "run the samplers and programs that the file names");
}

}  // namespace icsweep
