#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/job_script.hpp"
#include "engine/commands/sweep_options.hpp"
#include "engine/ledger/started_sweep.hpp"
#include "engine/search/planned_experiments.hpp"
#include "engine/sweep/sweep_files.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/error.hpp"
#include "io/base/process.hpp"
#include "io/base/shipped.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_template = 1 << 20;

struct Options {
  SweepSource sweep;
  std::string store, time, array;
  int jobs = 0, ntasks = 0;
  std::vector<std::string> sbatch, rest;
  bool submit = false;
};

/// Time limit in the form of sbatch. A number alone is in minutes, as in Slurm.
std::string slurm_time(const std::string& time) {
  if (whole_number(time).value_or(-1) > 0 || time == "UNLIMITED" || time == "INFINITE") return time;
  const auto seconds = time.empty() || whole_number(time) ? std::nullopt : parse_duration(time);
  if (!seconds || *seconds < 1)
    throw Error(ErrorKind::config, fmt::format("slurm: --time {}: write minutes, HH:MM:SS, D-HH:MM:SS or 1h30m", time));
  if (time.find_first_of(":-") != time.npos) return time;
  const auto whole = std::int64_t(std::ceil(*seconds));
  return fmt::format("{:02}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

/// Number of independent jobs; 0: one, or those of --array.
int jobs_of(const GivenOptions& given) {
  const int jobs = given.integer("jobs");
  if (jobs < 0) throw Error(ErrorKind::config, fmt::format("slurm: --jobs {}: must be at least 1", jobs));
  if (jobs > 0 && !given.text("array").empty())
    throw Error(ErrorKind::config, "slurm: --jobs and --array: use one of them");
  return jobs;
}

/// Checks that the folder of the job's output exists: without it Slurm fails the job without a message.
void expect_folder_of(const std::string& output) {
  const auto folder = std::filesystem::path(output.substr(0, output.find('%'))).parent_path();
  std::error_code none;
  if (!folder.empty() && !std::filesystem::is_directory(folder, none))
    throw Error(ErrorKind::config,
                fmt::format("slurm: output {}: there is no folder {}, make it first", output, folder.string()));
}

std::optional<Options> read_options(const Command& self, const Arguments& arguments) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return std::nullopt;
  Options o{sweep_source(*given),   given->text("store"), given->text("time"),
            given->text("array"),   jobs_of(*given),      given->integer("ntasks"),
            given->texts("sbatch"), given->texts("rest"), given->flag("submit")};
  if (!o.time.empty()) o.time = slurm_time(o.time);
  if (o.ntasks < 1) throw Error(ErrorKind::config, fmt::format("slurm: --ntasks {}: must be at least 1", o.ntasks));
  return o;
}

Directives directives(const Options& o) {
  Directives list{{"ntasks", std::to_string(o.ntasks)}};
  if (!o.time.empty()) list.emplace_back("time", o.time);
  if (!o.array.empty()) list.emplace_back("array", o.array);
  if (o.jobs > 0) list.emplace_back("array", fmt::format("1-{}", o.jobs));  // all at once: they join each other
  for (const auto& option : o.sbatch) {
    const std::string text = option.starts_with("--") ? option.substr(2) : option;
    const auto equals = text.find('=');
    list.emplace_back(text.substr(0, equals), equals == text.npos ? "" : text.substr(equals + 1));
    auto& [name, value] = list.back();
    if (name == "time") value = slurm_time(value);
    if (name == "output" || name == "error") expect_folder_of(value);
  }
  const auto is_output = [](const auto& directive) { return directive.first == "output"; };
  if (o.jobs > 0 && std::ranges::none_of(list, is_output)) list.emplace_back("output", "icsweep-%A_%a.log");
  return list;
}

/// Arguments of launch.sh after its own options. Paths are absolute, since the job may start in any folder.
std::vector<std::string> words(const Options& o) {
  const bool is_path = sweep_file_of(o.sweep.path) == o.sweep.path;
  std::vector<std::string> list{is_path ? std::filesystem::absolute(o.sweep.path).string() : o.sweep.path,
                                std::filesystem::absolute(o.store).string()};
  if (!o.sweep.scale.empty()) list.insert(list.end(), {"--scale", o.sweep.scale});
  for (const auto& assignment : o.sweep.set) list.insert(list.end(), {"--set", assignment});
  for (const auto& rule : o.sweep.only) list.insert(list.end(), {"--only", rule});
  if (o.sweep.allow_code) list.emplace_back("--allow-code");
  list.insert(list.end(), o.rest.begin(), o.rest.end());
  return list;
}

/// The whole environment, also variables of MPI: sbatch passes it on to the job.
std::vector<std::string> whole_environment() {
  std::vector<std::string> all;
  for (char** at = environ; *at; ++at) all.emplace_back(*at);
  return all;
}

void submit(const std::string& script) try {
  Process sbatch({.file = "sbatch",
                  .arguments = {"sbatch"},
                  .environment = whole_environment(),
                  .input = script,
                  .output = Stream::ours,
                  .errors = Stream::ours});
  if (const ProcessEnding ending = answer_of(sbatch).ending; !ending.is_success())
    throw Error(ErrorKind::config,
                fmt::format("slurm: sbatch did not take the job and {}, see above; without --submit it is printed",
                            ending.text()));
} catch (const CannotStart& e) {
  throw Error(
      ErrorKind::config,
      fmt::format("slurm: sbatch did not take the job: it cannot be started ({}); without --submit it is printed",
                  e.reason));
}

}  // namespace

OptionTable slurm_options() {
  using namespace option;
  return with_sweep_options(
      {place("store", "STORE.h5", "store to make, resume or extend").completed_by(store_files),
       places("rest", "OPTION", "further options of icsweep run").optional().behind_dashes(),
       integer("ntasks", "N", "ranks").required(), text("time", "TIME", "limit of a job, such as 8:00:00"),
       integer("jobs", "N",
               "independent jobs that join each other on the store as they start; each is requeued at its time limit")
           .with_default("0"),
       text("array", "RANGE", "the same as an array of Slurm; 1-20%1: one after the other"),
       texts("sbatch", "NAME=VALUE", "another option of sbatch, such as partition=long"),
       flag("submit", "give the job to sbatch instead of printing it")});
}

int slurm_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto o = read_options(self, arguments);
  if (!o) return exit_success;
  planned_experiments(with_start(resolve(s.tasks, o->sweep), o->store).sweep, {},
                      Unasked::dropped);  // reports errors now and not in the job
  const std::string path = shipped_file(o->array.empty() ? "slurm/sweep.sbatch" : "slurm/array.sbatch");
  const auto text = read_regular_file(path, longest_template);
  if (!text) throw Error(ErrorKind::config, path + ": cannot be read, install icsweep again");
  const std::string script = job_script(*text, directives(*o), shipped_folder(), words(*o));
  if (o->submit) submit(script);
  else std::cout << script;
  return exit_success;
}

}  // namespace icsweep
