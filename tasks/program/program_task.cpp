// A user's program as a task. Its process is kept from one experiment to the next.

#include <fmt/format.h>

#include "tasks/code_task.hpp"
#include "tasks/despite_shortage.hpp"
#include "tasks/program/program_definition.hpp"
#include "tasks/program/program_run.hpp"

namespace icsweep {
namespace {

constexpr double flop_a_second = 1e9;  // operations that a second counts as, since a program's operations are unknown

class ProgramTask : public Task {
 public:
  explicit ProgramTask(ProgramDefinition definition)
      : definition_(std::move(definition)),
        schema_(program_schema(definition_)),
        program_(definition_, longest_program_line(schema_)) {
    if (definition_.command.empty() || definition_.command[0].empty())
      throw Error(ErrorKind::config, fmt::format("command of {}: is missing, name the program", definition_.name));
  }

  const Schema& schema() const override { return schema_; }
  std::string definition() const override { return definition_text(definition_); }
  std::map<std::string, std::string> code_files() const override { return code_files_of(definition_); }
  std::string summary() const override { return "a program of your own: " + definition_.command[0]; }

  void validate(const Config& c) const override {
    if (c.text("code") != definition_.code)
      refuse_setting(fmt::format("code = {}: is the hash of the program's files, leave it out", c.text("code")));
    if (!definition_.steps.empty() && c.integer(definition_.steps) < 1)
      refuse_setting(fmt::format("{} = {}: is the program's number of steps, which is at least 1", definition_.steps,
                                 c.integer(definition_.steps)));
  }

  Cost cost(const Config&) const override {
    const double seconds = definition_.seconds > 0 ? definition_.seconds : 1;
    return {.training_flop = flop_a_second * seconds, .sequences = 1, .bytes = 1e7, .seconds = definition_.seconds};
  }
  std::string flop_formula() const override {
    return fmt::format(
        "FLOP of {}: 1e9 for each of program.seconds, or 1e9 if these are unset,\n"
        "since the true number is unknown. The program's own memory is not counted.",
        definition_.name);
  }

  bool resumable(const Config&) const override { return definition_.checkpoints; }
  std::optional<AtRung> at_rung(const Config&) const override { return at_rung_named(definition_.at_rung); }
  bool has_own_process() const override { return true; }
  void prepare() const override { program_.prepare(1, {}, {}); }

  void run(const Config& config, Context& context) const override {
    ProgramRun run(definition_, schema_, program_, config, context);
    const auto end = [&context](ServedProgram* program) { context.note_memory(program->rest()); };
    const std::unique_ptr<ServedProgram, decltype(end)> at_the_end(&program_, end);
    const auto same_files = [&] { despite_shortage([&] { context.poll(); }, [&] { program_.expect_same_files(); }); };
    same_files();
    context.resumable([&](Archive& archive) { run.state(archive); }, [&] { run.run(); }, [&] { return run.so_far(); });
    same_files();
  }

 private:
  ProgramDefinition definition_;
  Schema schema_;
  mutable ServedProgram program_;
};

}  // namespace

std::shared_ptr<const Task> program_task(ProgramDefinition definition) {
  return std::make_shared<const ProgramTask>(std::move(definition));
}

}  // namespace icsweep
