#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "engine/certify/crate.hpp"
#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "io/evidence/zip_archive.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/gnuplot.hpp"
#include "io/base/phrases.hpp"
#include "io/query/query.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/store/heartbeat.hpp"
#include "io/store/launches.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

struct Wanted {
  std::string store, output;
  std::vector<std::string> figures, tables;
  CrateAuthor author;
  bool overwrite = false;
};

/// A certificate cites results: it needs some, and no launch may be adding others.
void expect_results(const Certificate& certificate, const std::string& path) {
  if (live_heartbeat(path))
    throw Error(ErrorKind::config, path + ": a launch is writing it; certify it when the launch has ended");
  if (!certificate.outcomes.contains(std::string(name_of(Outcome::done))))
    throw Error(ErrorKind::config, path + ": none of its planned experiments is done, run its sweep first");
}

/// Refuses to replace a crate: its fingerprint may have been cited.
void expect_replaceable(const Wanted& wanted) {
  std::error_code none;
  if (!wanted.overwrite && std::filesystem::exists(wanted.output, none))
    throw Error(
        ErrorKind::config,
        fmt::format(
            "{}: exists, and its fingerprint may have been cited; name another file with -o, or add --overwrite",
            wanted.output));
}

/// Path of the file in the crate, and the figure.
std::pair<std::string, CrateFile> drawn_figure(const SqlDatabase& database, const std::string& name,
                                               const std::string& store) {
  const Figure& figure = find_figure(name);
  const Holding held = holding(database, figure);
  if (!held.missing.empty())
    throw Error(ErrorKind::config, fmt::format("{}: {} needs done experiments of {}; run {} with -o {}", store, name,
                                               fmt::join(held.missing, "; "), sweep_names(figure), store));
  Plot plot = plot_of(database, figure, held);
  const std::string path = "figures/" + name + ".svg";
  plot.command = fmt::format("icsweep figure {} {} -o {}", store, name, path);
  return {path, {draw(plot, ImageFormat::svg), figure.title, "image/svg+xml"}};
}

/// asked: a task, or SQL. number: of the table, from 1.
std::pair<std::string, CrateFile> answered_table(const SqlDatabase& database, const std::string& asked,
                                                 std::size_t number) {
  const bool is_task = database.store().find(asked) != nullptr;
  const std::string sql = is_task ? fmt::format("SELECT * FROM {}", asked) : asked;
  std::ostringstream csv;
  run_query(database, sql, QueryFormat::csv, csv);
  return {fmt::format("tables/{}.csv", is_task ? asked : std::to_string(number)), {csv.str(), sql, "text/csv"}};
}

std::map<std::string, CrateFile> files_asked_for(const Store& store, const Wanted& wanted) {
  std::map<std::string, CrateFile> files;
  if (wanted.figures.empty() && wanted.tables.empty()) return files;
  const SqlDatabase database(store);
  for (const auto& name : wanted.figures) files.insert(drawn_figure(database, name, wanted.store));
  for (std::size_t i = 0; i < wanted.tables.size(); ++i)
    files.insert(answered_table(database, wanted.tables[i], i + 1));
  return files;
}

std::string pending_text(const Certificate& c) {
  const auto found = c.outcomes.find(std::string(name_of(Outcome::pending)));
  if (found == c.outcomes.end()) return "";
  return fmt::format("  {} of {} pending: they are certified as not run\n", found->second,
                     counted(int(c.rows), "experiment"));
}

std::string name_of_crate(const std::string& store) {
  return std::filesystem::path(store).replace_extension(".crate.zip").string();
}

}  // namespace

OptionTable certify_options() {
  using namespace option;
  return {{place("store", "STORE.h5", "store").completed_by(store_files),
           text("output", "FILE.crate.zip", "crate to write; STORE.crate.zip by default")
               .with_letter('o')
               .completed_by(any_files),
           texts("figure", "NAME", "a paper's figure to put in; may be repeated").completed_by(figure_names),
           texts("csv", "TASK|SQL", "a task, or SQL, to put in as CSV; may be repeated").completed_by(task_names),
           text("author", "NAME", "who ran it"), text("affiliation", "NAME", "the author's organisation"),
           text("publisher", "NAME", "who publishes it, such as Zenodo"),
           text("license", "SPDX", "an SPDX identifier, such as CC-BY-4.0"),
           flag("overwrite", "replace an existing crate")}};
}

int certify_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  Wanted wanted;
  wanted.store = given->text("store"), wanted.output = given->text("output");
  wanted.figures = given->texts("figure"), wanted.tables = given->texts("csv");
  wanted.author.name = given->text("author"), wanted.author.affiliation = given->text("affiliation");
  wanted.author.publisher = given->text("publisher"), wanted.author.license = given->text("license");
  wanted.overwrite = given->flag("overwrite");
  if (wanted.output.empty()) wanted.output = name_of_crate(wanted.store);
  expect_another_file(wanted.output, wanted.store);
  if (!wanted.author.affiliation.empty() && wanted.author.name.empty())
    throw Error(ErrorKind::config, "certify: --affiliation is the author's: add --author");
  const StoreReader store(wanted.store);
  const CertifiedSweep sweep = certify(s.tasks, store, wanted.store);
  expect_results(sweep.certificate, wanted.store);
  const Crate crate = make_crate(sweep, store.header(), files_asked_for(store, wanted), wanted.author,
                                 std::filesystem::path(wanted.output).filename().string());
  expect_replaceable(wanted);
  write_whole_file(wanted.output, {zip_of(crate.files)});
  std::string left_out;
  for (const auto& line : sweep.left_out) left_out += fmt::format("  {}\n", line);
  say("{}: {}, {}\n  fingerprint {}\n  Merkle root {}\n{}To check it: {}\n", wanted.output,
      counted(int(crate.certificate.rows), "experiment"), counted(int(crate.files.size()), "file"), fingerprint(crate),
      crate.certificate.root, left_out + pending_text(crate.certificate),
      check_command(sweep, command_text({wanted.output})));
  return exit_success;
}

}  // namespace icsweep
