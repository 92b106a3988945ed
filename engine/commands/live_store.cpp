#include "engine/commands/live_store.hpp"

#include <malloc.h>
#include <sys/stat.h>

#include <algorithm>

#include "engine/commands/report_content.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

constexpr auto between_readings = 2s;
/// A store whose page lists a part of its rows.
bool is_large(const Store& store) {
  std::int64_t rows = 0;
  for (const auto& table : store.tables()) rows += table.table().rows;
  return rows > Report::most_rows;
}

constexpr int pause_by_reading = 100;  // pause until the next read, in durations of a read

}  // namespace

LiveStore::LiveStore(const std::string& path, LiveBoard& board)
    : path_(path), launch_(launch_text(path)), board_(board), read_(stamp()) {
  board_.publish(launch_);
  read(launch_ != "null", Haste::early);
}

LiveStore::Stamp LiveStore::stamp() const {
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0) return {};
  return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size, status.st_ino};
}

void LiveStore::read(bool runs, Haste haste) {
  const auto begin = Clock::now();
  read_ = stamp();
  {
    const StoreReader store(path_);
    lacks_ = haste == Haste::early && is_large(store);
    Report report = report_of(store, path_, lacks_ ? Extras::none : runs ? Extras::importances : Extras::all);
    report.live = true;
    board_.show(report_text(store, report));
  }
  ::malloc_trim(0);  // frees memory that only the next read needs again
  const auto now = Clock::now();
  if (lacks_) return;
  next_ = now + std::max<Clock::duration>(between_readings, runs ? pause_by_reading * (now - begin) : 0s);
}

void LiveStore::look() try {
  const std::string launch = launch_text(path_);
  const bool runs = launch != "null", ended = !runs && launch_ != "null";
  launch_ = launch;
  board_.publish(launch);
  if (ended || (Clock::now() >= next_ && (lacks_ || stamp() != read_))) read(runs, Haste::complete);
  told_.clear();
} catch (const std::exception& e) {
  if (told_ != e.what()) say(stderr, "{}; the page stays as it was\n", e.what());
  told_ = e.what();
  next_ = Clock::now() + between_readings;
}

}  // namespace icsweep
