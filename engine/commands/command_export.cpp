#include <fmt/format.h>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/exported_tables.hpp"
#include "engine/ledger/stored_experiment.hpp"
#include "io/arrays/array_file.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/store/asked_names.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/text_columns.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

struct ExportOptions {
  std::string store, id, task, array, output, to, place;
  bool weights = false;
};

/// Options of --to, which exports whole tables, and of --id exclude each other.
void check_tables(const ExportOptions& o) {
  const bool has_others = !o.id.empty() || !o.array.empty() || !o.output.empty() || o.weights;
  if (o.to.empty() && o.id.empty()) throw Error(ErrorKind::config, "export: say what with --id ID or --to FORMAT");
  if (o.to.empty() && !o.place.empty())
    throw Error(ErrorKind::config, fmt::format("export: {}: is for --to csv, parquet, tensorboard or mlflow", o.place));
  if (!o.to.empty() && has_others)
    throw Error(ErrorKind::config,
                "export: --to exports all done experiments: leave out --id, --array, --weights and -o");
  if (!o.to.empty() && o.place.empty())
    throw Error(ErrorKind::config, fmt::format("export: --to {}: name the {} behind it", o.to,
                                               o.to == "mlflow" ? "tracking URI" : "folder"));
}

std::optional<ExportOptions> read_export_options(const Command& self, const Arguments& arguments) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return std::nullopt;
  ExportOptions o{given->text("store"),  given->text("id"), given->text("task"),  given->text("array"),
                  given->text("output"), given->text("to"), given->text("place"), given->flag("weights")};
  check_tables(o);
  const bool chosen = given->has("array") || o.weights;
  if (given->has("array") && o.weights) throw Error(ErrorKind::config, "export: use --array or --weights, not both");
  if (chosen != !o.output.empty())
    throw Error(ErrorKind::config, chosen ? "export: there is no file to write, name it with -o"
                                          : "export: nothing is chosen for -o, add --array NAME or --weights");
  return o;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

void list(const StoredExperiment& e) {
  say("{} row {} {} {}\n", e.task().schema().task, e.row(), printable(e.identity()), name_of(e.outcome()));
  for (const auto& output : e.task().schema().outputs)
    say("  {:<28} {:<10} {}\n", output.name, shape_text(e.shape(output)), output.description);
  for (const auto& w : e.weight_arrays()) say("  {:<28} {:<10} with --weights\n", w.name, shape_text(w.shape));
}

const Output& find_output(const Schema& schema, const std::string& name) {
  if (const Output* output = schema.find_output(name)) return *output;
  std::vector<std::string> known;
  for (const auto& output : schema.outputs) known.push_back(output.name);
  refuse_name(schema.task, "result", name, known);
}

void export_weights(const StoredExperiment& e, const std::string& path) {
  if (e.weights().empty() && e.outcome() != Outcome::done)
    throw Error(ErrorKind::config, fmt::format("experiment {} {} and has no trained weights, take one that is done",
                                               e.identity(), name_of(e.outcome())));
  if (e.weights().empty())
    throw Error(ErrorKind::config,
                fmt::format("experiment {} was done without keeping weights; set keep_weights = true in its [[grid]] "
                            "and run the sweep with --fill-weights",
                            e.identity()));
  std::map<std::string, std::string> metadata{{"task", e.task().schema().task}, {"identity", e.identity()}};
  for (const auto& [name, value] : e.config().values()) metadata[name] = to_text(value);
  write_safetensors(path, metadata, e.weight_arrays(), e.weights());
}

}  // namespace

OptionTable export_options() {
  using namespace option;
  return {
      {place("store", "STORE.h5", "store").completed_by(store_files),
       place("place", "PLACE", "with --to: a folder, or the tracking URI of mlflow").optional().completed_by(any_files),
       text("id", "ID", "row number, or the beginning of an identity").alternative(),
       text("to", "FORMAT", "all done experiments and their curves as csv, parquet, tensorboard or mlflow")
           .alternative()
           .one_of({"csv", "parquet", "tensorboard", "mlflow"}),
       text("task", "TASK", "the table, where a row number needs one").completed_by(task_names),
       text("array", "NAME", "curve, array or scalar; without it they are listed").completed_by(results),
       flag("weights", "the trained weights, where the sweep kept them"),
       text("output", "FILE", "file to write: .npy, or .safetensors for weights")
           .with_letter('o')
           .completed_by(any_files)}};
}

int export_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto o = read_export_options(self, arguments);
  if (!o) return exit_success;
  if (!o->to.empty()) return export_tables(o->store, o->task, o->to, o->place);
  expect_another_file(o->output, o->store);
  const StoreReader store(o->store);
  const StoredExperiment experiment(s.tasks, find_experiment(store, o->id, o->task));
  if (o->output.empty()) {
    list(experiment);
    return exit_success;
  }
  const Output* output = o->weights ? nullptr : &find_output(experiment.task().schema(), o->array);
  if (experiment.outcome() == Outcome::pending)
    throw Error(ErrorKind::config,
                fmt::format("experiment {} is pending and has no results yet; run its sweep again to resume it",
                            experiment.identity()));
  if (o->weights) export_weights(experiment, o->output);
  else {
    const Array array = experiment.array(*output);
    write_npy(o->output, array.shape, std::span<const double>(array.values));
  }
  return exit_success;
}

}  // namespace icsweep
