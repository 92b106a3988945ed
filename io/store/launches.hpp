// A store's records of its launches. A launch has a record if it had something to do or planned something else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace icsweep {

/// The time at which a rank saved the state of its experiment.
struct SavedState {
  std::int64_t rank = 0;
  double time = 0;  ///< seconds since 1970 UTC
};

/// The stay of a launch that helped another.
struct GuestRecord {
  std::int64_t first = 0, ranks = 0;  ///< numbers of its ranks in the launch that it helped, as rows name them
  std::string job{};                  ///< host and process, and the batch job if there is one
  std::string hosts{};                ///< of its ranks, separated by blanks, cut to the width
  double joined = 0;                  ///< seconds since 1970 UTC
  double left = 0;                    ///< the same; 0 while it helps
  std::string parting{};              ///< one of the names below; empty while it helps

  bool is_present() const { return parting.empty(); }
};

/// Finds the record of a guest.
struct GuestPlace {
  std::int64_t launch = 0;  ///< number of the launch that it helped; 0: none
  std::int64_t first = 0;   ///< number of its first rank there
};

/// Partings of guests: no work was left; it was asked to stop or its time was up; the launch stopped; its connection
/// ended, as if it were killed; it was silent, as if it were frozen or cut off; the launch died; the launch ended or
/// died, and the guest leads since.
namespace parting {
inline constexpr const char *ended = "ended", *stopped = "stopped", *dismissed = "dismissed", *lost = "lost",
                            *silent = "silent", *bereft = "lost the leader", *leads = "took the lead";
}  // namespace parting

struct LaunchRecord {
  std::int64_t number = 0;  ///< from 1; rows refer to it, with 0 in stores from before 0.2
  std::string sweep_name{}, sweep_text{};
  std::string command{};              ///< including its ranks, quoted for a shell
  std::string program{}, compiler{};  ///< program: version, commit and build
  std::string level{};                ///< instruction-set level of rank 0
  std::string hosts{};                ///< separated by blanks, cut to the width
  std::int64_t ranks = 0;
  std::string began{}, ended{};  ///< UTC, 2026-11-24T09:30:00Z; ended: empty during the launch
  std::string ending{};          ///< one of the names below; empty during the launch
  /// The last ones, in order. A store keeps 2048 for all launches; stores of earlier versions keep none.
  std::vector<SavedState> checkpoints{};
  /// In order of joining. A store keeps the last 512 for all launches; stores of earlier versions keep none.
  std::vector<GuestRecord> guests{};
};

/// Endings of a launch: everything requested is done or diverged; some failed, timed out or crashed; it was asked to
/// stop or its time was up; the first few all failed; it was killed or ended by an error; it was a launch of a version
/// before 0.2.
namespace ending {
inline constexpr const char *complete = "complete", *with_failures = "with failures", *stopped = "stopped",
                            *gave_up = "gave up", *broken_off = "broken off", *unknown = "unknown";
}

/// "mpirun -n 4 icsweep run s.toml --only 'depth <= 3'": the words, quoted for a shell where necessary.
std::string command_text(const std::vector<std::string>& words, int ranks = 1);
/// Longest command in bytes that a store keeps.
inline constexpr std::size_t longest_command = 1000;
/// The words of a command_text(); nothing if it was cut or has another form.
std::optional<std::vector<std::string>> command_words(const std::string& text);

/// Each name once, in order; names beyond `width` bytes are counted: "cpu1 cpu2 and 14 more".
std::string hosts_text(const std::vector<std::string>& hosts, std::size_t width);

/// The time in the format of a record. seconds: since 1970 UTC.
std::string utc_text(double seconds);
/// The present time in the same format.
std::string utc_now();

}  // namespace icsweep
