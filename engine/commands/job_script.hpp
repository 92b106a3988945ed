// Job scripts for Slurm, made from the templates in share/icsweep/slurm.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace icsweep {

/// "ntasks" and "64"; an empty value for an option that takes none.
using Directives = std::vector<std::pair<std::string, std::string>>;

/// The template with these `#SBATCH` directives in place of its own or behind them, with launch.sh taken from `folder`
/// and with `words` as its arguments: a script that runs from wherever it is submitted. Throws Error(config) for a
/// directive that is no single word.
std::string job_script(const std::string& template_text, const Directives& directives, const std::string& folder,
                       const std::vector<std::string>& words);

}  // namespace icsweep
