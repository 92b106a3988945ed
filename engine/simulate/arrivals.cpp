#include "engine/simulate/arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "io/base/error.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/text_columns.hpp"
#include "io/base/whole_file.hpp"
#include "tasks/random.hpp"

namespace icsweep {
namespace {

constexpr std::size_t longest_arrivals_file = 16 << 20, most_arrivals = 1'000'000;
constexpr std::int64_t most_job_ranks = 10'000'000;

std::optional<int> job_ranks(const std::string& text) {
  const auto number = whole_number(text);
  if (!number || *number < 1 || *number > most_job_ranks) return std::nullopt;
  return int(*number);
}

std::optional<double> per_second(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == text.npos) return std::nullopt;
  const auto number = real_number(text.substr(0, slash));
  const std::string unit = text.substr(slash + 1);
  const double seconds = unit == "s" ? 1 : unit == "min" ? 60 : unit == "h" ? 3600 : unit == "d" ? 86400 : 0;
  if (!number || !std::isfinite(*number) || !(*number > 0) || seconds == 0) return std::nullopt;
  return *number / seconds;
}

std::vector<std::string> words_of(const std::string& text, char between) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, between);) words.push_back(word);
  return words;
}

/// True if at most one word follows the first three, and it is "killed".
bool is_ending(const std::vector<std::string>& words) {
  return words.size() < 4 || (words.size() == 4 && words[3] == "killed");
}

Arrivals::Rate rate_in(const std::string& text, std::int64_t seed) {
  const auto words = words_of(text, ':');
  const auto rate = per_second(words[0]);
  const auto ranks = words.size() > 1 ? job_ranks(words[1]) : std::nullopt;
  const auto stay = words.size() > 2 ? parse_duration(words[2]) : std::numeric_limits<double>::infinity();
  if (!rate || !ranks || !stay || !(*stay > 0) || !is_ending(words))
    throw Error(
        ErrorKind::config,
        fmt::format("simulate: --arrivals {}: write RATE:RANKS, RATE:RANKS:STAY or RATE:RANKS:STAY:killed, such "
                    "as 0.5/min:16:2h; units of a rate are s, min, h and d",
                    printable(text)));
  return {*rate, *ranks, *stay, seed, words.size() > 3};
}

/// The job of a line; nothing for a line without one.
std::optional<JobArrival> arrival_in(const std::string& line, const std::string& place) {
  std::istringstream stream(line.substr(0, line.find('#')));
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty()) return std::nullopt;
  const auto time = parse_duration(words[0]);
  const auto ranks = words.size() > 1 ? job_ranks(words[1]) : std::nullopt;
  const auto leaves = words.size() > 2 ? parse_duration(words[2]) : std::numeric_limits<double>::infinity();
  if (!time || !ranks || !leaves || !is_ending(words))
    throw Error(ErrorKind::config,
                fmt::format("{}: \"{}\": write TIME RANKS, TIME RANKS LEAVES or TIME RANKS LEAVES killed, such as 10m "
                            "16 2h",
                            place, printable(line)));
  if (!(*leaves > *time))
    throw Error(ErrorKind::config,
                fmt::format("{}: the job leaves at {}, before it comes at {}", place, words[2], words[0]));
  return JobArrival{*time, *ranks, *leaves, words.size() > 3};
}

}  // namespace

Arrivals::Arrivals(std::vector<JobArrival> jobs) : known_(std::move(jobs)) {
  std::ranges::stable_sort(known_, {}, &JobArrival::time);
}

std::optional<JobArrival> Arrivals::at(std::size_t job) {
  while (rate_ && known_.size() <= job && known_.size() < most_arrivals) {
    RandomStream random(rate_->seed, Purpose::sweep, known_.size() + 1);
    const double time = known_.empty() ? 0 : known_.back().time - std::log(random.uniform()) / rate_->per_second;
    known_.push_back({time, rate_->ranks, time + rate_->stay, rate_->is_killed});
  }
  if (job >= known_.size()) return std::nullopt;
  return known_[job];
}

Arrivals arrivals_in(const std::string& text, std::int64_t seed) {
  const auto file = read_regular_file(text, longest_arrivals_file);
  if (!file && per_second(text.substr(0, text.find(':')))) return Arrivals(rate_in(text, seed));
  if (!file)
    throw Error(ErrorKind::config,
                fmt::format("simulate: --arrivals {}: is neither a file that can be read nor a rate such as "
                            "0.5/min:16:2h",
                            printable(text)));
  std::vector<JobArrival> jobs;
  std::istringstream lines(*file);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number)
    if (const auto job = arrival_in(line, fmt::format("{}:{}", text, number))) jobs.push_back(*job);
  if (jobs.empty())
    throw Error(ErrorKind::config,
                fmt::format("{}: has no job, write lines TIME RANKS [LEAVES], such as 10m 16 2h", text));
  return Arrivals(std::move(jobs));
}

}  // namespace icsweep
