#include "engine/planning/checkpoint_index.hpp"

#include <unistd.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "engine/forecast/calibration.hpp"
#include "engine/planning/version.hpp"

namespace icsweep {
namespace {

using Jobs = std::unordered_map<std::string, Job*>;  // by identity

/// Makes this file the checkpoint of its experiment's job, unless the job has a better one.
void offer(const std::string& path, const CheckpointHead& head, const Jobs& jobs) {
  const auto found = jobs.find(head.identity);
  if (found == jobs.end() || found->second->again) return;
  Job& job = *found->second;
  const auto order = [](const CheckpointHead& h, const std::string& file) {
    return std::make_tuple(h.failures, h.step, epoch_of(file));
  };
  if (!job.checkpoint.empty() && order(head, path) < order(job.begun, job.checkpoint)) return;
  job.checkpoint = path;
  job.begun = head;
}

/// Whether an experiment that is asked for may still go on from this file: with this program, or with the one that
/// wrote it if the user returns to that.
bool serves(const std::string& path, const CheckpointHead& head, const Jobs& jobs) {
  const auto found = jobs.find(head.identity);
  if (found == jobs.end() || found->second->again) return false;
  return found->second->checkpoint == path || head.program != checkpoint_program();
}

/// The number of jobs with checkpoints of other builds only.
std::size_t foreign_checkpoints(const std::map<std::string, std::optional<CheckpointHead>>& found, const Jobs& jobs) {
  std::unordered_set<std::string> identities;
  for (const auto& [path, head] : found) {
    const auto job = head && head->program != checkpoint_program() ? jobs.find(head->identity) : jobs.end();
    if (job != jobs.end() && !job->second->again && job->second->checkpoint.empty()) identities.insert(head->identity);
  }
  return identities.size();
}

}  // namespace

int find_unfinished(const std::string& store, const std::vector<Experiment>& experiments, StorePlan& plan) {
  Jobs jobs;
  for (Job& job : plan.jobs) jobs[job.experiment->identity] = &job;
  std::unordered_set<std::string> asked;
  for (const auto& e : experiments)
    if (e.asked) asked.insert(e.identity);
  const auto found = find_checkpoints(store);
  int last = 0;
  for (const auto& [path, head] : found) {
    last = std::max(last, epoch_of(path));
    if (head && head->program == checkpoint_program()) offer(path, *head, jobs);
  }
  plan.foreign_checkpoints = foreign_checkpoints(found, jobs);
  for (const auto& [path, head] : found) {
    const bool kept = head && is_own_checkpoint(path) && plan.timed_out.contains(head->identity);
    if (!head || (asked.contains(head->identity) && !kept && !serves(path, *head, jobs))) remove_checkpoint(path);
  }
  return last;
}

std::map<std::string, double> saved_shares(const std::string& store) try {
  std::map<std::string, double> shares;
  for (const auto& [path, head] : find_checkpoints(store)) {
    if (!head || head->program != checkpoint_program()) continue;
    double& share = shares[head->identity];
    if (head->steps > 0) share = std::max(share, std::clamp(double(head->step) / double(head->steps), 0.0, 1.0));
  }
  return shares;
} catch (const Error&) {
  return {};
}

double remaining_cost(const Job& job) {
  return predicted_cost(*job.experiment->task, job.experiment->config) * (1 - job.share_done());
}

void remove_empty_folder(const std::string& store) try {
  for (const auto& [path, head] : find_checkpoints(store))
    if (!head) remove_checkpoint(path);  // half written by a process that was killed
  ::rmdir(checkpoint_folder(store).c_str());
} catch (const Error&) {  // somebody has put something else in its place since the launch began
}

}  // namespace icsweep
