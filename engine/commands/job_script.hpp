// Job scripts for Slurm, made from the templates in share/icsweep/slurm.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace icsweep {

/// Name and value of an option of sbatch, such as "ntasks" and "64". The value is empty for an option without one.
using Directives = std::vector<std::pair<std::string, std::string>>;

/// Makes a script that can be submitted from any folder: the template with these `#SBATCH` directives, launch.sh from
/// `folder`, and `words` as its arguments. The directives replace or follow those of the template. Throws Error(config)
/// for a directive that is not a single word.
std::string job_script(const std::string& template_text, const Directives& directives, const std::string& folder,
                       const std::vector<std::string>& words);

}  // namespace icsweep
