#include "io/report/report.hpp"

#include <algorithm>
#include <ctime>
#include <deque>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io/report/columns.hpp"
#include "io/report/curves.hpp"
#include "io/report/page.hpp"
#include "io/report/sums.hpp"
#include "io/report/task.hpp"
#include "io/report/timeline.hpp"
#include "io/base/statistics.hpp"
#include "io/store/launches.hpp"
#include "io/store/lease.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::ordered_json;

constexpr int student_count = 100;  // for more degrees of freedom the page uses a series

Json store_json(const Store& store, const std::string& path) {
  const StoreHeader& h = store.header();
  return {{"path", std::filesystem::absolute(path).string()},
          {"bytes", std::filesystem::file_size(path)},
          {"version", h.version},
          {"sweep", h.sweep_name},
          {"text", h.sweep_text},
          {"program", h.program},
          {"compiler", h.compiler},
          {"level", h.level},
          {"started", h.started},
          {"command", h.command}};
}

/// The first experiments in flight with their losses so far: short enough to be sent to each viewer every second.
Json running_json(const Heartbeat& h) {
  constexpr std::size_t most = 24;
  Json running = Json::array();
  for (std::size_t i = 0; i < std::min(most, h.in_flight.size()); ++i) {
    const InFlight& e = h.in_flight[i];
    running.push_back({{"task", e.task},
                       {"label", e.label},
                       {"rank", e.rank},
                       {"threads", e.threads},
                       {"step", e.step},
                       {"steps", e.steps},
                       {"losses", e.losses}});
  }
  return running;
}

/// The jobs that joined the launch, with their ranks.
Json jobs_json(const Heartbeat& h) {
  Json jobs = Json::array();
  for (const auto& guest : h.guests)
    jobs.push_back({{"name", guest.job}, {"first", guest.first}, {"ranks", guest.ranks}, {"joined", guest.joined}});
  return jobs;
}

/// The ranks that run an experiment of their own.
Json at_work_json(const Heartbeat& h) {
  Json ranks = Json::array();
  for (const auto& e : h.in_flight) ranks.push_back(e.rank);
  return ranks;
}

/// The content of a living launch's lease, or null.
Json launch_json(const std::string& store) {
  const auto h = live_heartbeat(store);
  if (!h) return nullptr;
  int guest_ranks = 0, cores = 0;
  for (const auto& guest : h->guests) guest_ranks += guest.ranks;
  for (const auto& e : h->in_flight) cores += e.threads;
  return {{"host", h->host},
          {"pid", h->pid},
          {"ranks", h->ranks},
          {"share", h->share},
          {"elapsed_s", h->elapsed_s},
          {"sequences_per_s", h->sequences_per_s},
          {"eta_s", h->eta_s},
          {"in_flight", h->in_flight.size()},
          {"running", running_json(*h)},
          {"at_work", at_work_json(*h)},
          {"cores", cores},
          {"jobs", jobs_json(*h)},
          {"guests", h->guests.size()},
          {"guest_ranks", guest_ranks}};
}

Json importances_json(const std::vector<std::string>& texts) {
  Json importances = Json::array();
  for (const auto& text : texts) importances.push_back(Json::parse(text));
  return importances;
}

/// The part of the page that is made of rows.
struct RowsJson {
  Json tasks = Json::array(), hosts, launches;
};

RowsJson rows_json(const Store& store, std::int64_t most_rows, bool runs, report::NumberArrays& arrays) {
  using namespace report;
  std::deque<TaskColumns> tasks;
  std::vector<std::int64_t> rows, demands;
  for (const auto& table : store.tables()) rows.push_back(tasks.emplace_back(table).rows());
  const auto listed = shares(rows, most_rows);
  std::deque<TaskPage> pages;
  HostSums hosts;
  report::Timeline timeline(store.header().launches);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    demands.push_back(pages.emplace_back(tasks[i], store.header(), listed[i]).curve_demand());
    hosts.add(tasks[i]);
    timeline.add(tasks[i], int(i));
  }
  const bool whole = std::ranges::all_of(pages, [](const TaskPage& page) { return page.listing().whole; });
  const auto budgets = shares(demands, whole ? max_curve_values : max_sample_values);
  RowsJson json;
  for (std::size_t i = 0; i < tasks.size(); ++i) json.tasks.push_back(pages[i].json(budgets[i], arrays));
  json.hosts = hosts.json();
  json.launches = timeline.json(
      double(std::time(nullptr)), runs, whole ? std::accumulate(rows.begin(), rows.end(), std::int64_t{0}) : most_rows,
      [&](int task, std::int64_t row) { return pages[std::size_t(task)].listing().position(row); }, arrays);
  return json;
}

/// The 97.5 % quantiles of Student's t for 1, 2, … degrees of freedom, as in SQL's ci95().
Json student_json() {
  Json quantiles = Json::array();
  for (int n = 1; n <= student_count; ++n) quantiles.push_back(student_quantile(n));
  return quantiles;
}

Json figures_json(const std::vector<ReportFigure>& figures) {
  Json json = Json::array();
  for (const auto& f : figures)
    json.push_back({{"name", f.name}, {"title", f.title}, {"caption", f.caption}, {"svg", f.svg}});
  return json;
}

Json missing_json(const std::vector<MissingFigure>& missing) {
  Json json = Json::array();
  for (const auto& m : missing) json.push_back({{"name", m.name}, {"reason", m.reason}});
  return json;
}

}  // namespace

ReportText report_text(const Store& store, const Report& r) {
  report::NumberArrays arrays;
  const Json launch = launch_json(r.store);  // read before the rows, in which its experiments may have ended since
  const RowsJson rows = rows_json(store, r.rows, !launch.is_null(), arrays);
  const Json about{{"made", utc_now()},
                   {"program", r.program},
                   {"live", r.live},
                   {"complete", r.complete},
                   {"store", store_json(store, r.store)},
                   {"launch", launch},
                   {"launches", rows.launches},
                   {"hosts", rows.hosts},
                   {"tasks", rows.tasks},
                   {"student", student_json()},
                   {"intervals", {{"least", least_interval_seeds}, {"share", interval_share}}},
                   {"importances", importances_json(r.importances)},
                   {"figures", figures_json(r.figures)},
                   {"missing", missing_json(r.missing)}};
  return {report::script_text(about), arrays.text()};
}

std::string launch_text(const std::string& store) {
  return launch_json(store).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::array<std::string_view, 7> page_pieces(const ReportText& text, bool live) {
  using report::page;
  const std::size_t connect = page.find(report::connect_mark), about = page.find(report::about_mark),
                    numbers = page.find(report::numbers_mark);
  const std::size_t behind = connect + report::connect_mark.size(), after = about + report::about_mark.size();
  return {page.substr(0, connect),
          live ? "connect-src 'self'; " : "",
          page.substr(behind, about - behind),
          text.about,
          page.substr(after, numbers - after),
          text.numbers,
          page.substr(numbers + report::numbers_mark.size())};
}

void write_report(const Store& store, const Report& r, const std::string& output) {
  const ReportText text = report_text(store, r);
  const auto p = page_pieces(text, false);
  write_whole_file(output, {p[0], p[1], p[2], p[3], p[4], p[5], p[6]});
}

}  // namespace icsweep
