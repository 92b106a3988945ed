// Job scripts for Slurm, made from the templates in share/icsweep/slurm.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace icsweep {

/// Name and value of options of sbatch, such as "ntasks" and "64"; the value is empty for an option that takes none.
using Directives = std::vector<std::pair<std::string, std::string>>;

/// The template with these `#SBATCH` directives, which replace or follow its own, with launch.sh taken from `folder`,
/// and with `words` as its arguments: a script that may be submitted from any folder. Throws Error(config) for a
/// directive that is not a single word.
std::string job_script(const std::string& template_text, const Directives& directives, const std::string& folder,
                       const std::vector<std::string>& words);

}  // namespace icsweep
