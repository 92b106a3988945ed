#include "io/report/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double within = 0.3;  // seconds by which clocks may differ

/// The seconds since 1970 of a record's time; NaN for another text.
double seconds_of(const std::string& utc) {
  std::tm t{};
  const char* end = ::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &t);
  if (!end || *end != '\0') return unknown;
  return double(::timegm(&t));
}

double tenths(double seconds) {
  return std::round(10 * seconds) / 10;
}

int kind_of(Outcome outcome) {
  return outcome == Outcome::done ? 0 : outcome == Outcome::pruned ? 1 : 2;
}

/// Ranks and times in alternation.
Json checkpoints_json(const LaunchRecord& launch) {
  Json numbers = Json::array();
  for (const auto& saved : launch.checkpoints) {
    numbers.push_back(saved.rank);
    numbers.push_back(saved.time);
  }
  return numbers;
}

Json bars_json(const LaunchTimes& launch, const std::vector<Bar>& bars,
               const std::function<std::int64_t(int, std::int64_t)>& position, NumberArrays& arrays) {
  std::vector<double> from, to;
  std::vector<std::int64_t> ranks, kinds, tasks, rows, counts;
  for (const auto& bar : bars) {
    ranks.push_back(bar.rank);
    from.push_back(bar.from - launch.begin());
    to.push_back(bar.to - launch.begin());
    kinds.push_back(bar.kind + (bar.resumed ? 3 : 0));
    tasks.push_back(bar.task);
    rows.push_back(bar.count == 1 ? position(bar.task, bar.row) : -1);
    counts.push_back(bar.count);
  }
  return {{"size", bars.size()},
          {"rank", column_json(ranks, arrays)},
          {"from", column_json(from, Digits::seven, arrays)},
          {"to", column_json(to, Digits::seven, arrays)},
          {"kind", column_json(kinds, arrays)},
          {"task", column_json(tasks, arrays)},
          {"row", column_json(rows, arrays)},
          {"count", column_json(counts, arrays)}};
}

}  // namespace

LaunchTimes::LaunchTimes(LaunchRecord record) : record_(std::move(record)) {
  for (auto& saved : record_.checkpoints) saved.time = tenths(saved.time);
}

void LaunchTimes::add(const Bar& bar, std::uint32_t host) {
  bars_.push_back(bar);
  auto& [ended, last] = hosts_[bar.rank];
  if (bar.to >= ended) ended = bar.to, last = host;
}

void LaunchTimes::measure(double made) {
  std::ranges::sort(bars_, [](const Bar& a, const Bar& b) {
    return std::tuple(a.to, a.task, a.row) < std::tuple(b.to, b.task, b.row);
  });
  add_span(made);
  add_stays();
  add_work();
}

void LaunchTimes::add_span(double made) {
  double first = std::numeric_limits<double>::infinity(), last = 0;
  ranks_ = record_.ranks;
  for (const auto& bar : bars_) {
    first = std::min(first, bar.from);
    last = std::max(last, bar.to);
    ranks_ = std::max(ranks_, bar.rank + 1);
  }
  if (!record_.checkpoints.empty()) last = std::max(last, record_.checkpoints.back().time);
  for (const auto& saved : record_.checkpoints) ranks_ = std::max(ranks_, saved.rank + 1);
  for (const auto& guest : record_.guests) ranks_ = std::max(ranks_, guest.first + guest.ranks);
  const double began = seconds_of(record_.began), ended = seconds_of(record_.ended);
  begin_ = !(began > 0) ? (bars_.empty() ? unknown : first) : bars_.empty() ? began : std::min(began, last);
  const double ending = ended > 0 ? ended : made > 0 && record_.ending.empty() ? made : begin_;
  end_ = std::max({ending, last, begin_});
}

/// The jobs of the launch, with the times at which their ranks took part: its own ranks, then its guests.
void LaunchTimes::add_stays() {
  const auto inside = [&](double time) { return std::min(end_, std::max(begin_, time)); };
  stays_ = {{0, record_.guests.empty() ? ranks_ : record_.ranks, "", begin_, end_}};
  for (const auto& g : record_.guests)
    stays_.push_back({g.first, g.ranks, g.job, inside(g.joined), g.left > 0 ? inside(g.left) : end_});
  for (const auto& stay : stays_) present_ += double(stay.ranks) * (stay.to - stay.from);
}

void LaunchTimes::add_work() {
  std::unordered_map<std::int64_t, double> free;
  const auto since = [&](std::int64_t rank) {
    const auto found = free.find(rank);
    return found == free.end() ? begin_ : found->second;
  };
  for (auto& bar : bars_) {
    const double from = since(bar.rank);
    bar.resumed = bar.from < from - within;
    resumed_ += bar.resumed;
    bar.from = std::min(bar.to, std::max(bar.from, from));
    busy_ += bar.to - bar.from;
    free[bar.rank] = bar.to;
  }
  std::map<std::int64_t, double> saved;
  for (const auto& s : record_.checkpoints) saved[s.rank] = s.time;  // the last of each rank
  for (const auto& [rank, to] : saved) {
    const double from = since(rank);
    if (!(to > from)) continue;
    unfinished_.push_back({rank, from, to, 0, false, 0, -1});
    busy_ += to - from;
  }
}

std::int64_t LaunchTimes::experiments(const GuestRecord& guest) const {
  return std::ranges::count_if(
      bars_, [&](const Bar& bar) { return bar.rank >= guest.first && bar.rank < guest.first + guest.ranks; });
}

/// The launches that helped, with times to a tenth of a second.
Json LaunchTimes::guests_json() const {
  Json guests = Json::array();
  for (const auto& g : record_.guests)
    guests.push_back({{"first", g.first},
                      {"ranks", g.ranks},
                      {"job", g.job},
                      {"hosts", g.hosts},
                      {"joined", tenths(g.joined)},
                      {"left", tenths(g.left)},
                      {"experiments", experiments(g)},
                      {"parting", g.parting}});
  return guests;
}

Json LaunchTimes::json() const {
  Json stays = Json::array(), unfinished = Json::array(), borders = Json::array();
  for (const auto& s : stays_)
    stays.push_back({{"first", s.first}, {"ranks", s.ranks}, {"job", s.job}, {"from", s.from}, {"to", s.to}});
  for (const auto& u : unfinished_) unfinished.push_back({{"rank", u.rank}, {"from", u.from}, {"to", u.to}});
  for (auto at = hosts_.begin(); at != hosts_.end(); ++at)
    if (const auto next = std::next(at); next != hosts_.end() && next->first == at->first + 1)
      if (next->second.second != at->second.second) borders.push_back(next->first);
  return {{"number", record_.number},
          {"ending", record_.ending},
          {"hosts", record_.hosts},
          {"begin", begin_},
          {"end", end_},
          {"ranks", ranks_},
          {"experiments", experiments()},
          {"resumed", resumed_},
          {"busy", busy_},
          {"present", present_},
          {"checkpoints", checkpoints_json(record_)},
          {"guests", guests_json()},
          {"stays", std::move(stays)},
          {"unfinished", std::move(unfinished)},
          {"borders", std::move(borders)}};
}

std::vector<Bar> joined_bars(const std::vector<Bar>& bars, double width) {
  constexpr int weights[] = {1, 0, 2};
  std::unordered_map<std::int64_t, std::size_t> last;
  std::vector<Bar> joined;
  for (const auto& bar : bars) {
    const auto [found, fresh] = last.try_emplace(bar.rank, joined.size());
    Bar* open = fresh ? nullptr : &joined[found->second];
    if (!open || bar.to - open->from >= width) {
      found->second = joined.size();
      joined.push_back(bar);
      continue;
    }
    open->to = std::max(open->to, bar.to);
    open->count += bar.count;
    open->resumed |= bar.resumed;
    if (weights[bar.kind] > weights[open->kind]) open->kind = bar.kind;
  }
  return joined;
}

Timeline::Timeline(const std::vector<LaunchRecord>& launches) {
  for (const auto& record : launches) {
    places_.emplace(record.number, launches_.size());
    launches_.emplace_back(record);
  }
}

LaunchTimes& Timeline::launch(std::int64_t number) {
  const auto [found, fresh] = places_.emplace(number, launches_.size());
  if (fresh) launches_.emplace_back(LaunchRecord{.number = number, .ranks = 1, .ending = ending::unknown});
  return launches_[found->second];
}

void Timeline::add(const TaskColumns& rows, int task) {
  const auto seconds = rows.numbers("seconds"), finished = rows.numbers("finished");
  const auto ranks = rows.stored().integers("rank");
  const TextCells hosts = rows.texts("host");
  std::vector<std::int64_t> numbers(std::size_t(rows.rows()));
  if (rows.table().find("launch")) numbers = rows.stored().integers("launch");
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    const auto i = std::size_t(row);
    const double took = seconds[i], to = finished[i];
    if (!(took >= 0) || !(to > 0)) continue;
    auto host = hosts_.find(hosts[row]);
    if (host == hosts_.end()) host = hosts_.emplace(hosts[row], std::uint32_t(hosts_.size())).first;
    launch(numbers[i]).add({ranks[i], to - took, to, kind_of(rows.outcome(row)), false, task, row}, host->second);
  }
}

Json Timeline::json(double made, bool runs, std::int64_t max_bars,
                    const std::function<std::int64_t(int, std::int64_t)>& position, NumberArrays& arrays) {
  for (auto& launch : launches_) launch.measure(runs ? made : 0);
  std::erase_if(launches_, [](const LaunchTimes& launch) { return !launch.is_shown(); });
  std::ranges::stable_sort(launches_, std::less{}, &LaunchTimes::begin);
  const std::size_t left = launches_.size() - std::min(launches_.size(), max_drawn_launches);
  std::int64_t experiments = 0;
  double time = 0;
  for (std::size_t i = left; i < launches_.size(); ++i) {
    experiments += launches_[i].experiments();
    time += double(launches_[i].ranks()) * (launches_[i].end() - launches_[i].begin());
  }
  Json json = Json::array();
  for (std::size_t i = 0; i < launches_.size(); ++i) {
    json.push_back(launches_[i].json());
    if (i < left) continue;
    const auto& bars = launches_[i].bars();
    json.back()["bars"] =
        bars_json(launches_[i], experiments <= max_bars ? bars : joined_bars(bars, 2 * time / double(max_bars)),
                  position, arrays);
  }
  return json;
}

}  // namespace icsweep::report
