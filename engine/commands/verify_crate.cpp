#include "engine/commands/verify_crate.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/certify/crate_check.hpp"
#include "engine/commands/repeat_all.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/base/text_columns.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

std::string outcomes_text(const Certificate& c) {
  std::string text;
  for (const auto& [outcome, count] : c.outcomes)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, outcome);
  return text;
}

void tell_crate(const VerifyOptions& o, const CheckedCrate& crate) {
  const Certificate& c = crate.certificate;
  say("{}: sweep \"{}\"\n  certified {} by {}\n  fingerprint {}\n  Merkle root {}\n", o.store, printable(c.sweep),
      printable(c.made), printable(c.program), crate.fingerprint, printable(c.root));
  say("  {}: {}; computed at {}\n", counted(int(c.rows), "experiment"), printable(outcomes_text(c)),
      printable(fmt::format("{}", fmt::join(c.levels, " "))));
  for (const auto& wrong : crate.wrong) say("{}: {}\n", o.store, printable(wrong));
  for (const auto& note : crate.notes) say("{}: {}\n", o.store, printable(note));
  if (crate.wrong.empty()) say("{}: files, rows, counts and root are as certified\n", o.store);
}

RepeatTally run_sample(const Surroundings& s, const VerifyOptions& o, const CheckedCrate& crate,
                       const SampledLines& sample) {
  if (o.sample == 0) return {};
  say(stderr, "{}: {} of {} done experiments are run again (--seed {}, {})\n", o.store, sample.chosen.size(),
      sample.eligible, o.seed, instruction_set_level());
  if (o.allow_files && !sample.files.empty()) say(stderr, "{}: reads {}\n", o.store, list_of_files(sample.files));
  s.stop.set_by_signals();
  const auto row = [&](std::size_t i) -> const CertifiedRow& { return crate.rows[sample.chosen[i]]; };
  return repeat_all(
      sample.chosen.size(),
      [&](std::size_t i, const OnTick& on_tick) { return repeat(s.tasks, row(i), s.stop, on_tick); },
      [&](std::size_t i, const Repeated& r) {
        if (!o.json)
          say("{}: {} {}: {}\n", o.store, printable(row(i).task), printable(r.identity), printable(r.difference));
      });
}

}  // namespace

int verify_crate(const Surroundings& s, const VerifyOptions& o) {
  const CheckedCrate crate = check_crate(s.tasks, o.store);
  if (!o.json) tell_crate(o, crate);
  const SampledLines sample = choose_sample(s.tasks, crate.rows, std::size_t(o.sample), o.seed, o.named_files());
  const RepeatTally tally = run_sample(s, o, crate, sample);
  const auto open = not_covered(crate, sample, tally.run);
  if (o.json) {
    const nlohmann::json json{{"crate", o.store},
                              {"fingerprint", crate.fingerprint},
                              {"wrong", crate.wrong},
                              {"notes", crate.notes},
                              {"rows", crate.rows.size()},
                              {"root", crate.certificate.root},
                              {"seed", o.seed},
                              {"sample", sample.chosen.size()},
                              {"run", tally.run},
                              {"different", tally.different},
                              {"not_covered", open}};
    say("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    if (o.sample > 0) say("{}: {}\n", o.store, to_text(tally, sample.chosen.size()));
    say("Not covered:\n");
    for (const auto& sentence : open)
      for (const auto& line : wrapped("* " + sentence, 78)) say("  {}{}\n", line.starts_with("* ") ? "" : "  ", line);
  }
  return crate.wrong.empty() ? status_of(tally) : exit_failed;
}

}  // namespace icsweep
