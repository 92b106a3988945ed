#include "engine/certify/certificate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/ledger/row_check.hpp"
#include "engine/ledger/version.hpp"
#include "engine/verify/sample.hpp"
#include "io/evidence/sha256.hpp"
#include "io/schema/json.hpp"
#include "io/query/selection.hpp"

namespace icsweep {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Certificate, made, program, sweep, command, store_version, levels, programs, rows,
                                   unplanned, outcomes, core_seconds, root, files)

namespace {

constexpr int format = 1, deepest = 4;  // of JSON's brackets

bool reads_files(const TaskRegistry& tasks, const std::string& task) {
  return !file_parameters(*tasks.get(task)).empty();
}

/// Lines of rows.jsonl by task and identity, and their sums.
class Certification {
 public:
  Certification(const StoreHeader& header, const std::string& path) : path_(path) {
    certificate_.made = utc_now();
    certificate_.program = full_version();
    certificate_.sweep = header.sweep_name;
    certificate_.command = header.command;
    certificate_.store_version = header.version;
    for (const auto& launch : header.launches) programs_.insert(launch.program);
  }

  void add(const TaskRegistry& tasks, const Table& table, const CheckedRow& row) {
    const LedgerEntry& entry = row.entry;
    left_out_[table.task].add(std::int64_t(entry.outcome), entry.planned);
    if (!entry.planned) {
      ++certificate_.unplanned;
      return;
    }
    if (!row.damage.empty())
      throw Error(ErrorKind::store, fmt::format("{}: row {} of {} is damaged ({}) and is not certified; run the sweep "
                                                "again, which computes it anew",
                                                path_, row.index(), table.task, row.damage.front()));
    const CertifiedRow certified = icsweep::certified(table, row.cells());
    ++certificate_.outcomes[std::string(name_of(certified.status))];
    if (!certified.level.empty()) levels_.insert(certified.level);
    if (const auto seconds = row.cells().find("core_seconds"); seconds != row.cells().end())
      if (const double time = std::get<double>(seconds->second); std::isfinite(time)) certificate_.core_seconds += time;
    repeatable_ += repeatability(tasks, certified) == Repeatability::given && !reads_files(tasks, certified.task);
    lines_[{certified.task, certified.identity}] = to_line(certified);
  }

  CertifiedSweep conclude() && {
    if (lines_.empty())
      throw Error(ErrorKind::config, fmt::format("{}: no experiment is planned, there is nothing to certify", path_));
    certificate_.rows = std::int64_t(lines_.size());
    certificate_.levels.assign(levels_.begin(), levels_.end());
    certificate_.programs.assign(programs_.begin(), programs_.end());
    MerkleTree tree;
    std::string rows;
    for (const auto& [key, line] : lines_) tree.add(line), rows += line + '\n';
    certificate_.root = to_text(tree.root());
    std::vector<std::string> left_out;
    for (const auto& [task, its] : left_out_)
      if (auto text = its.text(task); !text.empty()) left_out.push_back(std::move(text));
    return {std::move(certificate_), std::move(rows), repeatable_, std::move(left_out)};
  }

 private:
  std::string path_;
  Certificate certificate_;
  std::set<std::string> levels_, programs_;
  std::int64_t repeatable_ = 0;
  std::map<std::string, LeftOut> left_out_;  // by task
  std::map<std::pair<std::string, std::string>, std::string> lines_;
};

}  // namespace

std::string to_text(const Certificate& certificate) {
  nlohmann::json json = certificate;
  json["format"] = format;
  json["tree"] = "RFC 6962 with SHA-256, over the lines of rows.jsonl without their newlines";
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Certificate certificate_in(const std::string& text) try {
  if (!nests_at_most(text, deepest))
    throw Error(ErrorKind::config, "is not a certificate (its brackets nest too deep)");
  const auto json = nlohmann::json::parse(text);
  if (const int found = json.at("format"); found != format)
    throw Error(ErrorKind::config, fmt::format("is of format {}, this program reads format {}", found, format));
  return json.get<Certificate>();
} catch (const nlohmann::json::exception& e) {
  throw Error(ErrorKind::config, fmt::format("is not a certificate ({})", e.what()));
}

CertifiedSweep certify(const TaskRegistry& tasks, const Store& store, const std::string& path) {
  Certification all(store.header(), path);
  for (const auto& table : store.tables())
    check_rows(table, task_of(tasks, table.table()),
               [&](const CheckedRow& row) { all.add(tasks, table.table(), row); });
  return std::move(all).conclude();
}

}  // namespace icsweep
