#include "engine/certify/crate_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "engine/ledger/stored_experiment.hpp"
#include "engine/ledger/version.hpp"
#include "io/base/phrases.hpp"
#include "io/evidence/sha256.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20, hash_digits = 64;

/// Phrases about lines, each with its first line and the number of lines.
class LineFaults {
 public:
  void add(std::size_t line, const std::string& fault) {
    const auto [found, fresh] = index_.emplace(fault, faults_.size());
    if (fresh) faults_.push_back({fault, line, 0});
    ++faults_[found->second].count;
  }
  std::vector<std::string> phrases() const {
    std::vector<std::string> all;
    for (const auto& f : faults_)
      all.push_back(fmt::format("line {} of {} {}{}", f.line, crate_file::rows, f.text,
                                f.count > 1 ? fmt::format(", and {}", counted(f.count - 1, "more line")) : ""));
    return all;
  }

 private:
  struct Fault {
    std::string text;
    std::size_t line, count;
  };
  std::vector<Fault> faults_;
  std::map<std::string, std::size_t> index_;
};

/// Reason why the row cannot be of its task, or empty. by_this_build: no other build is named as having computed it.
std::string fault_of(const TaskRegistry& tasks, const CertifiedRow& row, bool by_this_build) try {
  if (row.status != Outcome::pending && row.results.size() != hash_digits) return "has ended without a hash of results";
  if (row.status == Outcome::pending && !row.results.empty()) return "is pending and has results";
  const Task* task = tasks.get(row.task);
  if (task) config_of(task->schema(), row);
  if (row.status != Outcome::pending && row.result_version < 1) return "has a result version below 1";
  if (task && by_this_build && repeatability(tasks, row) == Repeatability::other_version)
    return "has a result version that the program named as its own does not have";
  return "";
} catch (const Error& e) {
  return fmt::format("cannot be an experiment: {}", e.what());
}

void check_order(std::size_t line, const CertifiedRow& before, const CertifiedRow& row, LineFaults& faults) {
  const auto order = std::tie(before.task, before.identity) <=> std::tie(row.task, row.identity);
  if (order == 0) faults.add(line, "has the experiment of the line before");
  else if (order > 0) faults.add(line, "is not in the order of task and identity");
}

CertifiedRow row_of(const std::string& path, std::size_t line, std::string_view text) try {
  if (text.size() > longest_line) throw Error(ErrorKind::config, "is longer than 1 MiB");
  CertifiedRow row = row_in(std::string(text));
  if (to_line(row) != text)  // of two values of a key, people read the first and programs the last
    throw Error(ErrorKind::config,
                "is not as certify writes it: a key is there twice, is unknown, or there are blanks");
  return row;
} catch (const Error& e) {
  throw Error(ErrorKind::config, fmt::format("{}: line {} of {} {}", path, line, crate_file::rows, e.what()));
}

}  // namespace

CrateRows check_rows(const TaskRegistry& tasks, const Certificate& c, const std::string& path,
                     const std::string& text) {
  CrateRows result;
  LineFaults faults;
  MerkleTree tree;
  std::map<std::string, std::int64_t> outcomes;
  std::set<std::string> levels;
  const bool by_this_build = c.programs == std::vector{full_version()};
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    tree.add(line);
    CertifiedRow row = row_of(path, tree.size(), line);
    if (const std::string fault = fault_of(tasks, row, by_this_build); !fault.empty()) faults.add(tree.size(), fault);
    if (!result.rows.empty()) check_order(tree.size(), result.rows.back(), row, faults);
    ++outcomes[std::string(name_of(row.status))];
    if (!row.level.empty()) levels.insert(row.level);
    result.rows.push_back(std::move(row));
  }
  if (to_text(tree.root()) != c.root) result.wrong.emplace_back("the rows have another Merkle root");
  if (outcomes != c.outcomes || std::int64_t(tree.size()) != c.rows)
    result.wrong.emplace_back("the rows have other outcomes than the certificate");
  if (!std::ranges::equal(levels, c.levels))
    result.wrong.emplace_back("the rows have other levels than the certificate");
  for (auto& phrase : faults.phrases()) result.wrong.push_back(std::move(phrase));
  return result;
}

std::vector<std::string> unlike_sweep(const TaskRegistry& tasks, const std::vector<CertifiedRow>& rows,
                                      const PlannedPoints& points) {
  std::set<std::string> met;
  std::size_t more = 0;
  for (const auto& row : rows) {
    std::string decimal;
    const Task* task = points.identities.contains(row.identity) ? nullptr : tasks.get(row.task);
    if (task) try {
        decimal = decimal_identity(task->schema(), config_of(task->schema(), row));
      } catch (const Error&) {  // already reported with its line
      }
    if (std::string point = points.of(row.identity, decimal); !point.empty()) met.insert(std::move(point));
    else ++more;
  }
  const std::size_t planned = points.identities.size();
  std::vector<std::string> wrong;
  if (met.size() < planned)
    wrong.push_back(fmt::format("{} of the sweep's experiments are not among the rows", planned - met.size()));
  if (more > 0) wrong.push_back(fmt::format("{} of the rows are not experiments of the sweep", more));
  return wrong;
}

}  // namespace icsweep
