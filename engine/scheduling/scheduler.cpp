#include "engine/scheduling/scheduler.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace icsweep {

Scheduler::Scheduler(std::vector<double> costs, bool some_done, const std::vector<bool>& begun,
                     std::vector<double> seconds)
    : costs_(std::move(costs)), seconds_(std::move(seconds)), queue_(costs_.size()), some_done_(some_done) {
  std::iota(queue_.rbegin(), queue_.rend(), std::size_t{0});
  const auto rank = [&](std::size_t job) { return std::make_pair(!begun.empty() && begun[job], costs_[job]); };
  std::stable_sort(queue_.begin(), queue_.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
}

std::optional<std::size_t> Scheduler::assign(int rank, double seconds_left) {
  if (in_flight_.contains(rank)) throw std::logic_error("a rank with a job asked for another");
  most_left_ = std::max(most_left_, seconds_left);
  if (stopped_ || queue_.empty()) return std::nullopt;
  const auto fits = [&](std::size_t job) { return seconds_.empty() || seconds_[job] <= seconds_left; };
  const auto found = std::find_if(queue_.rbegin(), queue_.rend(), fits);
  if (found == queue_.rend()) {
    stopped_ |= !queue_.empty();  // there will not be more time later
    return std::nullopt;
  }
  const std::size_t job = *found;
  queue_.erase(std::next(found).base());
  in_flight_[rank] = job;
  return job;
}

std::size_t Scheduler::take(int rank) {
  const auto found = in_flight_.find(rank);
  if (found == in_flight_.end()) throw std::logic_error("a rank without a job reported one");
  const std::size_t job = found->second;
  in_flight_.erase(found);
  return job;
}

void Scheduler::complete(int rank, Outcome outcome) {
  completed_cost_ += costs_[take(rank)];
  ++counts_[std::size_t(outcome)];
  if (!some_done_ && !queue_.empty() && completed() == first_few && count(Outcome::failed) == first_few)
    stopped_ = hopeless_ = true;
}

void Scheduler::give_back(int rank) {
  queue_.push_back(take(rank));
}

std::size_t Scheduler::too_long() const {
  const auto needs_more = [&](std::size_t job) { return !seconds_.empty() && seconds_[job] > most_left_; };
  return std::size_t(std::count_if(queue_.begin(), queue_.end(), needs_more));
}

double Scheduler::total_cost() const {
  return std::accumulate(costs_.begin(), costs_.end(), 0.0);
}

}  // namespace icsweep
