#include "engine/ledger/checkpoint_index.hpp"

#include <unistd.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "engine/forecast/calibration.hpp"
#include "engine/ledger/version.hpp"

namespace icsweep {
namespace {

using Found = std::map<std::string, std::optional<CheckpointHead>>;
using Identities = std::unordered_set<Identity>;

/// The identities that have a checkpoint. A launch may have a million experiments and a few checkpoints.
Identities identities_in(const Found& found) {
  Identities identities;
  for (const auto& [path, head] : found)
    if (head) identities.insert(head->identity);
  return identities;
}

/// The jobs of these identities.
template <class Jobs>
auto jobs_of(const Identities& identities, Jobs& jobs) {
  std::unordered_map<Identity, decltype(&*jobs.begin())> found;
  for (auto& job : jobs)
    if (identities.contains(job.experiment->identity)) found[job.experiment->identity] = &job;
  return found;
}

/// The most advanced file of each experiment, by identity, among those of this program.
std::unordered_map<std::string, Found::const_iterator> furthest(const Found& found) {
  const auto order = [](Found::const_iterator at) {
    return std::make_tuple(at->second->failures, at->second->step, epoch_of(at->first));
  };
  std::unordered_map<std::string, Found::const_iterator> best;
  for (auto at = found.begin(); at != found.end(); ++at) {
    if (!at->second || at->second->program != checkpoint_program()) continue;
    const auto [kept, is_first] = best.try_emplace(at->second->identity, at);
    if (!is_first && !(order(at) < order(kept->second))) kept->second = at;
  }
  return best;
}

/// The head of a checkpoint, without progress if nothing resumes from it.
CheckpointHead resumed(CheckpointHead head) {
  if (head.kept == kept_rungs) head.step = head.steps = head.sequences = 0, head.seconds = head.core_seconds = 0;
  return head;
}

/// The number of jobs with checkpoints of other builds only.
std::size_t foreign_checkpoints(const Found& found, const std::unordered_map<Identity, Job*>& jobs) {
  Identities identities;
  for (const auto& [path, head] : found) {
    const auto job = head && head->program != checkpoint_program() ? jobs.find(head->identity) : jobs.end();
    if (job != jobs.end() && !job->second->again && job->second->checkpoint->empty()) identities.insert(head->identity);
  }
  return identities.size();
}

}  // namespace

int find_unfinished(const std::string& store, const std::vector<Experiment>& experiments, StorePlan& plan) {
  const Found found = find_checkpoints(store);
  if (found.empty()) return 0;
  const Identities identities = identities_in(found);
  const auto jobs = jobs_of(identities, plan.jobs);
  Identities asked;
  for (const auto& e : experiments)
    if (e.asked && identities.contains(e.identity)) asked.insert(e.identity);
  const auto best = furthest(found);
  for (const auto& [identity, at] : best)
    if (const auto job = jobs.find(identity); job != jobs.end() && !job->second->again)
      job->second->checkpoint = at->first, job->second->begun = resumed(*at->second);
  plan.foreign_checkpoints = foreign_checkpoints(found, jobs);
  // An experiment may still resume from this file: with this program, or with the one that wrote it if the user returns
  // to that.
  const auto serves = [&](const std::string& path, const CheckpointHead& head) {
    if (!asked.contains(head.identity)) return true;
    const auto job = jobs.find(head.identity);
    if (job != jobs.end() ? job->second->again : !plan.saved.contains(head.identity)) return false;
    return head.program != checkpoint_program() || best.at(head.identity)->first == path;
  };
  int last = 0;
  for (const auto& [path, head] : found) {
    last = std::max(last, epoch_of(path));
    if (!head || !serves(path, *head)) remove_checkpoint(path);
  }
  return last;
}

std::size_t foreign_checkpoints(const std::string& store, const StorePlan& plan) try {
  const Found found = find_checkpoints(store);
  const auto jobs = jobs_of(identities_in(found), plan.jobs);
  Identities own, foreign;
  for (const auto& [path, head] : found)
    if (const auto job = head ? jobs.find(head->identity) : jobs.end(); job != jobs.end() && !job->second->again)
      (head->program == checkpoint_program() ? own : foreign).insert(head->identity);
  return std::size_t(std::ranges::count_if(foreign, [&](const auto& identity) { return !own.contains(identity); }));
} catch (const Error&) {
  return 0;
}

std::map<std::string, double> saved_shares(const std::string& store) try {
  std::map<std::string, double> shares;
  for (const auto& [path, head] : find_checkpoints(store)) {
    if (!head || head->program != checkpoint_program()) continue;
    double& share = shares[head->identity];
    if (head->steps > 0 && head->kept != kept_rungs)
      share = std::max(share, std::clamp(double(head->step) / double(head->steps), 0.0, 1.0));
  }
  return shares;
} catch (const Error&) {
  return {};
}

std::map<std::string, CheckpointHead> saved_rungs(const std::string& store) try {
  std::map<std::string, CheckpointHead> rungs;
  for (auto& [path, head] : find_checkpoints(store)) {
    if (!head || head->program != checkpoint_program() || head->rungs.empty()) continue;
    CheckpointHead& saved = rungs[head->identity];
    if (head->rungs.size() > saved.rungs.size()) saved = *head;
  }
  return rungs;
} catch (const Error&) {
  return {};
}

double remaining_cost(const Job& job) {
  return predicted_cost(*job.experiment->task, job.experiment->config) * (1 - job.share_done());
}

void remove_empty_folder(const std::string& store) try {
  for (const auto& [path, head] : find_checkpoints(store))
    if (!head) remove_checkpoint(path);  // left by a killed process
  ::rmdir(checkpoint_folder(store).c_str());
} catch (const Error&) {  // somebody has replaced the folder since the launch began
}

}  // namespace icsweep
