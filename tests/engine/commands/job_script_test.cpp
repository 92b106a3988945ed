#include "engine/commands/job_script.hpp"

#include <gtest/gtest.h>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

const std::string template_text =
    "#!/usr/bin/env bash\n"
    "# How to submit this file.\n"
    "#SBATCH --ntasks=4\n"
    "#SBATCH --requeue\n"
    "\n"
    "here=${ICSWEEP_HOME:+$ICSWEEP_HOME/jobs}\n"
    "here=${here:-$(scontrol show job)}\n"
    "\"$here/launch.sh\" \"$@\"\n";

TEST(JobScript, ReplacesDirectivesAddsOthersAndFixesPlaceAndArguments) {
  EXPECT_EQ(job_script(template_text, {{"ntasks", "64"}, {"partition", "long"}}, "/my prefix/share/icsweep",
                       {"fig5", "it's.h5"}),
            "#!/usr/bin/env bash\n"
            "# Made by icsweep slurm.\n"
            "#SBATCH --ntasks=64\n"
            "#SBATCH --requeue\n"
            "#SBATCH --partition=long\n"
            "set -- fig5 'it'\\''s.h5'\n"
            "\n"
            "here='/my prefix/share/icsweep'\n"
            "\"$here/launch.sh\" \"$@\"\n");
}

TEST(JobScript, TakesADirectiveWithoutAValue) {
  EXPECT_NE(job_script(template_text, {{"exclusive", ""}}, "/p", {}).find("\n#SBATCH --exclusive\n"),
            std::string::npos);
}

TEST(JobScript, RefusesWhatWouldBeAnotherLine) {
  for (const char* value : {"a\n#SBATCH --uid=0", "a b", "\"a", "it's"})
    EXPECT_THROW(job_script(template_text, {{"comment", value}}, "/p", {}), Error) << value;
  EXPECT_THROW(job_script(template_text, {{"", "a"}}, "/p", {}), Error);
}

}  // namespace
}  // namespace icsweep
