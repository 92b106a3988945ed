// Which sanitizers are in this build.
#pragma once

namespace icsweep {

#if defined(__has_feature)
constexpr bool under_thread_sanitizer = __has_feature(thread_sanitizer);
constexpr bool under_address_sanitizer = __has_feature(address_sanitizer);
#else
#if defined(__SANITIZE_THREAD__)
constexpr bool under_thread_sanitizer = true;
#else
constexpr bool under_thread_sanitizer = false;
#endif
#if defined(__SANITIZE_ADDRESS__)
constexpr bool under_address_sanitizer = true;
#else
constexpr bool under_address_sanitizer = false;
#endif
#endif

}  // namespace icsweep
