// Cuts what a pipe or socket gives into lines.
#pragma once

#include <algorithm>
#include <string>

namespace icsweep {

class LineReader {
 public:
  /// Where what is read is appended.
  std::string& text() { return text_; }
  /// Takes the first whole line, without its end; false if there is none. Looks at each byte once.
  bool take(std::string& line) {
    if (!has_line()) return false;
    line = text_.substr(0, looked_at_);
    text_.erase(0, looked_at_ + 1);
    looked_at_ = 0;
    return true;
  }
  /// Whether a whole line is there.
  bool has_line() { return length() < text_.size(); }
  /// Bytes of the first line, or of its beginning if its end is not there yet.
  std::size_t length() {
    looked_at_ = std::min(text_.find('\n', looked_at_), text_.size());
    return looked_at_;
  }
  /// Whether nothing was read that was not taken.
  bool empty() const { return text_.empty(); }
  void clear() { text_.clear(), looked_at_ = 0; }

 private:
  std::string text_;
  std::size_t looked_at_ = 0;  // bytes before it hold no line's end
};

}  // namespace icsweep
