#include "engine/certify/crate_check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <sstream>

#include "engine/verify/planned_check.hpp"
#include "io/counted.hpp"
#include "io/evidence/merkle_tree.hpp"
#include "io/evidence/zip_archive.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_text = std::size_t{64} << 20, longest_rows = std::size_t{1} << 30;

void check_files(const ZipReader& archive, CheckedCrate& crate) {
  std::map<std::string, std::string> wanted = crate.certificate.files;
  for (const auto& name : archive.names()) {
    if (name == crate_file::certificate) continue;
    const auto found = wanted.extract(name);
    if (!found) {
      crate.wrong.push_back(fmt::format("{} is not in the certificate", name));
      continue;
    }
    Sha256 hash;
    archive.read(name, [&](std::string_view piece) { hash.add(piece); });
    if (to_text(hash.value()) != found.mapped()) crate.wrong.push_back(fmt::format("{} is another file", name));
  }
  for (const auto& [name, hash] : wanted) crate.wrong.push_back(fmt::format("{} is missing", name));
}

void check_rows(const std::string& path, const std::string& text, CheckedCrate& crate) {
  MerkleTree tree;
  std::map<std::string, std::int64_t> outcomes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    tree.add(line);
    try {
      crate.rows.push_back(row_in(line));
    } catch (const Error& e) {
      throw Error(ErrorKind::config,
                  fmt::format("{}: line {} of {} {}", path, tree.size(), crate_file::rows, e.what()));
    }
    ++outcomes[std::string(name_of(crate.rows.back().status))];
  }
  const Certificate& c = crate.certificate;
  if (to_text(tree.root()) != c.root) crate.wrong.push_back("the rows have another Merkle root");
  if (outcomes != c.outcomes || std::int64_t(tree.size()) != c.rows)
    crate.wrong.push_back("the rows have other outcomes than the certificate");
}

/// Whether an experiment was dropped or slipped in.
void check_sweep(const TaskRegistry& tasks, const std::string& text, CheckedCrate& crate) {
  StoreHeader header;
  header.sweep_text = text;
  header.command = crate.certificate.command;
  header.version = crate.certificate.store_version;
  const PlannedPoints points = planned_points(tasks, header, {});
  if (!points.unknown.empty()) {
    crate.notes.push_back(fmt::format("the rows are not compared with the sweep: {}", points.unknown));
    return;
  }
  std::set<std::string> rows;
  for (const auto& row : crate.rows) rows.insert(row.identity);
  const auto lacking = [](const std::set<std::string>& all, const std::set<std::string>& of) {
    return std::count_if(of.begin(), of.end(), [&](const std::string& identity) { return !all.contains(identity); });
  };
  if (const auto missing = lacking(rows, points.identities); missing > 0)
    crate.wrong.push_back(fmt::format("{} of the sweep's experiments are not among the rows", missing));
  if (const auto more = lacking(points.identities, rows); more > 0)
    crate.wrong.push_back(fmt::format("{} of the rows are no experiments of the sweep", more));
}

}  // namespace

CheckedCrate check_crate(const TaskRegistry& tasks, const std::string& path) {
  const ZipReader archive(path);
  CheckedCrate crate;
  const std::string text = archive.text(crate_file::certificate, longest_text);
  try {
    crate.certificate = certificate_in(text);
  } catch (const Error& e) {
    throw Error(ErrorKind::config, fmt::format("{}: {} {}", path, crate_file::certificate, e.what()));
  }
  crate.fingerprint = sha256(text);
  check_files(archive, crate);
  check_rows(path, archive.text(crate_file::rows, longest_rows), crate);
  check_sweep(tasks, archive.text(crate_file::sweep, longest_text), crate);
  return crate;
}

SampledLines choose_sample(const TaskRegistry& tasks, const std::vector<CertifiedRow>& rows, std::size_t count,
                           std::int64_t seed) {
  SampledLines sample;
  std::vector<std::size_t> eligible;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].status != Outcome::done) continue;
    const Task* task = tasks.get(rows[i].task);
    if (!task) ++sample.unknown_task;
    else if (rows[i].level != instruction_set_level()) ++sample.other_level;
    else if (rows[i].result_version != task->schema().result_version_of(rows[i].parameters)) ++sample.other_version;
    else eligible.push_back(i);
  }
  sample.eligible = eligible.size();
  for (const std::size_t i : drawn(eligible.size(), count, seed)) sample.chosen.push_back(eligible[i]);
  return sample;
}

Repeated repeat(const TaskRegistry& tasks, const CertifiedRow& row, const StopFlag& stop, const OnTick& on_tick) {
  const Task& task = *tasks.get(row.task);
  const Table table = make_table(task.schema());
  Repeated result{row.identity};
  Config config;
  try {
    config = config_of(task.schema(), row);
  } catch (const Error& e) {
    result.difference = e.what();
    return result;
  }
  auto [run, cells] = run_again(task, table, row.identity, config, stop, on_tick);
  result.stopped = run.outcome == Outcome::pending;
  if (result.stopped) return result;
  for (const auto& column : table.columns)  // results the task did not give then
    if (column.role == Role::result && column.neutral && std::ranges::count(row.later, column.name) == 0)
      cells[column.name] = no_result(column);
  if (run.outcome != Outcome::done)
    result.difference = fmt::format("it was done, run again it ends {}: {}", name_of(run.outcome), run.message);
  else if (const std::string again = result_hash(table, cells); again != row.results)
    result.difference = fmt::format("its results have SHA-256 {:.16}…, run again {:.16}…", row.results, again);
  return result;
}

std::vector<std::string> not_covered(const CheckedCrate& crate, const SampledLines& sample, std::size_t run) {
  const Certificate& c = crate.certificate;
  std::vector<std::string> all;
  const std::size_t done = sample.eligible + sample.other_level + sample.other_version + sample.unknown_task;
  if (run < done)
    all.push_back(fmt::format("{} of {} done experiments were not run again{}", done - run, done,
                              run == 0 ? "; --sample 5 runs five"
                                       : fmt::format("; with a tenth of them forged, this sample would have met none "
                                                     "with a chance of {:.2g} %",
                                                     100 * std::pow(0.9, double(run)))));
  if (const std::int64_t others = c.rows - std::int64_t(done); others > 0)
    all.push_back(fmt::format("{} that failed, diverged, were pruned or are pending are never run again",
                              counted(int(others), "experiment")));
  if (sample.other_level > 0)
    all.push_back(fmt::format("{} of another level than {}: bits are equal within a level only", sample.other_level,
                              instruction_set_level()));
  if (sample.other_version > 0)
    all.push_back(fmt::format("{} of another result version of their task", sample.other_version));
  if (sample.unknown_task > 0)
    all.push_back(
        fmt::format("{} of tasks that this program does not have: code of the sweep's own", sample.unknown_task));
  if (c.unplanned > 0) all.push_back(fmt::format("{} rows of earlier sweeps in the store", c.unplanned));
  all.push_back("trained weights, times, hosts and launches: they are told, not checked");
  all.push_back("figures and tables are the certified files; they are not made again from the results");
  all.push_back("who made it, and when: compare its fingerprint with the one that the author has published");
  return all;
}

}  // namespace icsweep
