// The program through which a person reads output that is longer than the screen.
#pragma once

namespace icsweep {

/// Sends this process's further standard output, and its errors if they go to a terminal, through the pager:
/// ICSWEEP_PAGER, then PAGER, then `less -FRX` if there is one. Does nothing if standard output is not a terminal in
/// whose foreground this process is, without a TERM or with a dumb one, for an empty pager and `cat`, and after
/// forbid_pager(). The process ends with status 0 if it writes after the reader has quit the pager.
void begin_paging();

/// Makes begin_paging() do nothing.
void forbid_pager();

/// The descriptor of the terminal that shows what is written to `descriptor`, directly or through the pager; -1
/// without one.
int terminal_behind(int descriptor);

/// Ends paging at the end of its lifetime: writes what is buffered and waits until the reader quits the pager.
class Paging {
 public:
  Paging() = default;
  ~Paging();
  Paging(const Paging&) = delete;
  Paging& operator=(const Paging&) = delete;
};

}  // namespace icsweep
