#define PCRE2_CODE_UNIT_WIDTH 8
#include "tasks/text/pattern.hpp"

#include <fmt/format.h>
#include <pcre2.h>

#include <stdexcept>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

PCRE2_SPTR units(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR>(text.data());
}

}  // namespace

Pattern::Pattern(const std::string& expression) : code_(nullptr, pcre2_code_free) {
  int error = 0;
  PCRE2_SIZE place = 0;
  code_.reset(pcre2_compile(units(expression), expression.size(), PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL, &error, &place,
                            nullptr));
  if (!code_) throw std::logic_error(fmt::format("expression {} is wrong at {}", expression, place));
  pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE);  // for speed only: without it PCRE2 interprets the pattern
}

std::vector<std::string_view> Pattern::matches(std::string_view text) const {
  const std::unique_ptr<pcre2_match_data, void (*)(pcre2_match_data*)> match(
      pcre2_match_data_create_from_pattern(code_.get(), nullptr), pcre2_match_data_free);
  const std::unique_ptr<pcre2_match_context, void (*)(pcre2_match_context*)> settings(
      pcre2_match_context_create(nullptr), pcre2_match_context_free);
  if (!match || !settings) throw std::bad_alloc();
  pcre2_set_match_limit(settings.get(),
                        UINT32_MAX);  // a text without the end of a sentence takes one step per character
  std::vector<std::string_view> found;
  std::uint32_t options = PCRE2_NOTEMPTY;  // the first call checks the whole text's UTF-8
  for (PCRE2_SIZE at = 0;;) {
    const int result = pcre2_match(code_.get(), units(text), text.size(), at, options, match.get(), settings.get());
    if (result == PCRE2_ERROR_NOMATCH) return found;
    if (result <= PCRE2_ERROR_UTF8_ERR1 && result >= PCRE2_ERROR_UTF8_ERR21)
      throw Error(ErrorKind::config,
                  fmt::format("byte {} is not UTF-8, convert the text to UTF-8", pcre2_get_startchar(match.get()) + 1));
    if (result < 0) {
      PCRE2_UCHAR message[256] = {};
      pcre2_get_error_message(result, message, sizeof message);
      throw Error(ErrorKind::config, fmt::format("the text cannot be split after byte {} ({})", at,
                                                 reinterpret_cast<const char*>(message)));
    }
    const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(match.get());
    found.push_back(text.substr(bounds[0], bounds[1] - bounds[0]));
    at = bounds[1];
    options |= PCRE2_NO_UTF_CHECK;
  }
}

}  // namespace icsweep
