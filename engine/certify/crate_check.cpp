#include "engine/certify/crate_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/certify/crate_rows.hpp"
#include "engine/ledger/stored_sweep.hpp"
#include "io/base/phrases.hpp"
#include "io/evidence/sha256.hpp"
#include "io/evidence/zip_archive.hpp"
#include "models/kernels/api.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_certificate = std::size_t{4} << 20, longest_text = std::size_t{64} << 20,
                      longest_rows = std::size_t{1} << 30;

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

/// Finds experiments that were dropped or slipped in. Returns the reason if that is impossible, else an empty text.
std::string check_sweep(const TaskRegistry& tasks, const StoreHeader& header, CheckedCrate& crate) {
  const PlannedPoints points = planned_points(tasks, header);
  const auto more = std::ranges::count_if(
      crate.rows, [&](const auto& row) { return !points.tasks.empty() && !points.tasks.contains(row.task); });
  if (more > 0) crate.wrong.push_back(fmt::format("{} of the rows are of tasks that the sweep does not have", more));
  if (points.broken) crate.wrong.push_back(points.unknown);
  else if (points.unknown.empty())
    for (auto& wrong : unlike_sweep(tasks, crate.rows, points)) crate.wrong.push_back(std::move(wrong));
  return points.broken ? "" : points.unknown;
}

/// Compares the rows with the sweep file, and with the resolved text if the crate has one.
void check_sweeps(const TaskRegistry& tasks, const ZipReader& archive, CheckedCrate& crate) {
  StoreHeader header;
  header.sweep_text = archive.text(crate_file::sweep, longest_text);
  header.command = crate.certificate.command;
  header.version = crate.certificate.store_version;
  std::string unknown = check_sweep(tasks, header, crate);
  if (crate.wrong.empty() && std::ranges::count(archive.names(), crate_file::resolved) > 0) {
    header.resolved = archive.text(crate_file::resolved, longest_text);
    unknown = check_sweep(tasks, header, crate);
  }
  if (!unknown.empty()) crate.notes.push_back(fmt::format("the rows are not compared with the sweep: {}", unknown));
}

/// Adds the files that the row may name. Returns true if its task has parameters that may name files.
bool add_files(const Task& task, const CertifiedRow& row, std::set<std::string>& files) {
  const auto parameters = file_parameters(task);
  for (const auto& name : parameters)
    if (const auto found = row.parameters.find(name); found != row.parameters.end())
      files.insert(named_file(name, to_text(found->second)));
  return !parameters.empty();
}

}  // namespace

CheckedCrate check_crate(const TaskRegistry& tasks, const std::string& path) {
  const ZipReader archive(path);
  CheckedCrate crate;
  const std::string text = archive.text(crate_file::certificate, longest_certificate);
  try {
    crate.certificate = certificate_in(text);
  } catch (const Error& e) {
    throw Error(ErrorKind::config, fmt::format("{}: {} {}", path, crate_file::certificate, e.what()));
  }
  crate.fingerprint = sha256(text);
  check_files(archive, crate);
  auto [rows, wrong] = check_rows(tasks, crate.certificate, path, archive.text(crate_file::rows, longest_rows));
  crate.rows = std::move(rows);
  std::ranges::move(wrong, std::back_inserter(crate.wrong));
  check_sweeps(tasks, archive, crate);
  return crate;
}

SampledLines choose_sample(const TaskRegistry& tasks, const std::vector<CertifiedRow>& rows, std::size_t count,
                           std::int64_t seed, NamedFiles named) {
  SampledLines sample;
  std::vector<std::size_t> eligible;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Repeatability is = repeatability(tasks, rows[i]);
    if (is == Repeatability::not_done) continue;
    if (is == Repeatability::unknown_task) ++sample.unknown_task;
    else if (is == Repeatability::other_level) ++sample.other_level;
    else if (is == Repeatability::other_version) ++sample.other_version;
    else if (named == NamedFiles::closed && add_files(*tasks.get(rows[i].task), rows[i], sample.files))
      ++sample.with_files;
    else eligible.push_back(i);
  }
  sample.eligible = eligible.size();
  for (const std::size_t i : drawn(eligible.size(), count, seed)) {
    sample.chosen.push_back(eligible[i]);
    if (named == NamedFiles::opened) add_files(*tasks.get(rows[eligible[i]].task), rows[eligible[i]], sample.files);
  }
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
  for (const auto& column : table.columns)  // results that the task did not have then
    if (column.role == Role::result && column.neutral && std::ranges::count(row.later, column.name) == 0)
      cells[column.name] = no_result(column);
  if (run.outcome != Outcome::done)
    result.difference = fmt::format("it was done, and its repetition ends {}: {}", name_of(run.outcome), run.message);
  else if (const std::string again = result_hash(table, cells); again != row.results)
    result.difference =
        fmt::format("its results have SHA-256 {:.16}…, those of its repetition {:.16}…", row.results, again);
  return result;
}

std::vector<std::string> not_covered(const CheckedCrate& crate, const SampledLines& sample, std::size_t run) {
  const Certificate& c = crate.certificate;
  std::vector<std::string> all;
  const std::size_t done =
      sample.eligible + sample.other_level + sample.other_version + sample.unknown_task + sample.with_files;
  if (run < done)
    all.push_back(fmt::format(
        "{} of {} done experiments were not run again{}", done - run, done,
        run == 0
            ? "; --sample 5 runs five"
            : fmt::format("; if a tenth of them were forged, this sample would miss all with a probability of {:.2g} %",
                          100 * std::pow(0.9, double(run)))));
  if (const std::int64_t others = c.rows - std::int64_t(done); others > 0)
    all.push_back(fmt::format("{} that failed, diverged, were pruned or are pending are never run again",
                              counted(int(others), "experiment")));
  if (sample.other_level > 0)
    all.push_back(fmt::format("{} of another level than {}: bits are equal within a level only", sample.other_level,
                              instruction_set_level()));
  if (sample.other_version > 0)
    all.push_back(fmt::format("{} of another result version of their task", sample.other_version));
  if (sample.with_files > 0)
    all.push_back(fmt::format("{} that would read files, which only --allow-files may open: {}", sample.with_files,
                              list_of_files(sample.files)));
  if (sample.unknown_task > 0)
    all.push_back(
        fmt::format("{} of tasks that this program does not have: code of the sweep's own", sample.unknown_task));
  if (c.unplanned > 0) all.push_back(fmt::format("{} rows of earlier sweeps in the store", c.unplanned));
  all.push_back("trained weights, times, hosts and launches: they are reported, not checked");
  all.push_back("figures and tables are the certified files; they are not made again from the results");
  all.push_back("who made it, and when: compare its fingerprint with the one that the author has published");
  return all;
}

}  // namespace icsweep
