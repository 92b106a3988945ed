#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/repeat_all.hpp"
#include "engine/commands/verify_crate.hpp"
#include "engine/progress/progress_text.hpp"
#include "engine/verify/sample.hpp"
#include "engine/verify/verify_rows.hpp"
#include "io/evidence/zip_archive.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/store/lease.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

/// Prints the text, or the JSON object, on one line.
void answer(const VerifyOptions& o, const std::string& text, const nlohmann::json& json) {
  say("{}\n", o.json ? json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) : text);
  std::fflush(stdout);
}

void tell(const VerifyOptions& o, const Finding& f) {
  answer(o,
         fmt::format("{}: {} row {} ({}): does not match: {}", o.store, f.task, f.row, f.identity,
                     fmt::join(f.wrong, "; ")),
         {{"store", o.store}, {"task", f.task}, {"row", f.row}, {"identity", f.identity}, {"wrong", f.wrong}});
}

void sum_up(const VerifyOptions& o, const Verified& v) {
  const std::size_t damaged = v.damaged_rows();
  for (const auto& note : v.notes)
    if (!o.json) say("{}: {}\n", o.store, note);
  answer(o,
         fmt::format("{}: {} rows: {} sound, {} pending{}, {} damaged{}", o.store, v.rows, v.sound, v.pending,
                     v.unmarked > 0 ? fmt::format(" ({} complete and not marked)", v.unmarked) : "", damaged,
                     damaged > 0 ? "; icsweep run of its sweep repairs them" : ""),
         {{"store", o.store},
          {"rows", v.rows},
          {"sound", v.sound},
          {"pending", v.pending},
          {"unmarked", v.unmarked},
          {"damaged", damaged},
          {"notes", v.notes}});
}

std::string left_out(const SampledRows& s) {
  std::string text;
  if (s.other_level > 0)
    text += fmt::format(", {} left out of another level than {}", s.other_level, instruction_set_level());
  if (s.other_version > 0) text += fmt::format(", {} left out of another result version", s.other_version);
  if (s.with_files > 0)
    text += fmt::format(", {} left out that would read files ({}; --allow-files reads them)", s.with_files,
                        list_of_files(s.files));
  if (s.unknown_task > 0) text += fmt::format(", {} left out of tasks this program does not have", s.unknown_task);
  return text;
}

/// Names the files before they are opened, since the maker of the store chose them.
void tell_files(const VerifyOptions& o, const SampledRows& sample) {
  if (o.allow_files && !sample.files.empty()) say(stderr, "{}: reads {}\n", o.store, list_of_files(sample.files));
}

/// Runs the sample again and prints every difference. Returns the exit status.
int run_sample(const Surroundings& s, const VerifyOptions& o, const SampledRows& sample) {
  if (!o.json)
    say(stderr, "{}: {} of {} done experiments are run again (--seed {}, {}, about {}){}\n", o.store,
        sample.chosen.size(), sample.eligible, o.seed, instruction_set_level(), duration_text(sample.seconds),
        left_out(sample));
  tell_files(o, sample);
  const RepeatTally tally = repeat_all(
      sample.chosen.size(),
      [&](std::size_t i, const OnTick& on_tick) { return repeat(s.tasks, sample.chosen[i], s.stop, on_tick); },
      [&](std::size_t i, const Repeated& r) {
        const auto& [table, row] = sample.chosen[i];
        answer(o, fmt::format("{}: {} row {} ({}): {}", o.store, table->table().task, row, r.identity, r.difference),
               {{"store", o.store},
                {"task", table->table().task},
                {"row", row},
                {"identity", r.identity},
                {"difference", r.difference}});
      });
  answer(o, fmt::format("{}: {}", o.store, to_text(tally, sample.chosen.size())),
         {{"store", o.store},
          {"sample", sample.chosen.size()},
          {"seed", o.seed},
          {"run", tally.run},
          {"different", tally.different},
          {"other_level", sample.other_level},
          {"other_version", sample.other_version},
          {"with_files", sample.with_files},
          {"unknown_task", sample.unknown_task}});
  return status_of(tally);
}

}  // namespace

OptionTable verify_options() {
  using namespace option;
  return {{place("store", "FILE", "store, or crate of icsweep certify").completed_by(store_files),
           integer64("sample", "K", "run K done experiments again and compare their digests"),
           integer64("seed", "S", "which ones; by default others each time, and the answer names the seed"),
           flag("allow-files", "a sample may read the files that its experiments name"),
           flag("json", "one JSON object a line")}};
}

int verify_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  VerifyOptions o;
  o.store = given->text("store"), o.sample = given->integer64("sample");
  if (given->has("seed")) o.seed = given->integer64("seed");
  o.allow_files = given->flag("allow-files"), o.json = given->flag("json");
  if (o.sample < 0) throw Error(ErrorKind::config, "verify: --sample must be positive");
  if (is_zip(o.store)) return verify_crate(s, o);
  const StoreReader store(o.store);
  const Verified verified = verify_rows(s.tasks, store, read_heartbeat(o.store).has_value(),
                                        [&](const Finding& finding) { tell(o, finding); });
  sum_up(o, verified);
  const int status = verified.damaged.empty() ? exit_success : exit_failed;
  if (o.sample == 0) return status;
  s.stop.set_by_signals();
  const int sampled =
      run_sample(s, o, choose_sample(s.tasks, store, std::size_t(o.sample), o.seed, verified.damaged, o.named_files()));
  return status == exit_success ? sampled : status;
}

}  // namespace icsweep
