// Regular expressions over UTF-8 text with Unicode's classes of characters (PCRE2).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct pcre2_real_code_8;

namespace icsweep {

class Pattern {
 public:
  /// Accepts Perl's syntax; a dot also matches line ends. A wrong expression is a programming error: std::logic_error.
  explicit Pattern(const std::string& expression);
  /// All non-empty matches from left to right, as parts of `text`. If the text is not UTF-8, throws Error(config) that
  /// names the byte.
  std::vector<std::string_view> matches(std::string_view text) const;

 private:
  std::unique_ptr<pcre2_real_code_8, void (*)(pcre2_real_code_8*)> code_;
};

}  // namespace icsweep
