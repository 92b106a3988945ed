// Splits bytes from a pipe or socket into lines.
#pragma once

#include <algorithm>
#include <string>

namespace icsweep {

class LineReader {
 public:
  /// The buffer. Append new bytes here.
  std::string& text() { return text_; }
  /// Takes the first complete line, without its end; returns false if no line is complete. Scans each byte once.
  bool take(std::string& line) {
    if (!has_line()) return false;
    line = text_.substr(0, looked_at_);
    text_.erase(0, looked_at_ + 1);
    looked_at_ = 0;
    return true;
  }
  /// True if there is a complete line.
  bool has_line() { return length() < text_.size(); }
  /// Bytes of the first line, or of its beginning if it is incomplete.
  std::size_t length() {
    looked_at_ = std::min(text_.find('\n', looked_at_), text_.size());
    return looked_at_;
  }
  /// True if all bytes were taken.
  bool empty() const { return text_.empty(); }
  void clear() { text_.clear(), looked_at_ = 0; }

 private:
  std::string text_;
  std::size_t looked_at_ = 0;  // bytes before this one contain no line end
};

}  // namespace icsweep
