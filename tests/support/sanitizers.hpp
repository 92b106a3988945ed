// Constants for the sanitizers of this build. GCC defines a macro for each; Clang has a feature.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define ICSWEEP_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define ICSWEEP_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define ICSWEEP_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__)
#define ICSWEEP_THREAD_SANITIZER 1
#elif defined(__has_feature)
#define ICSWEEP_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define ICSWEEP_THREAD_SANITIZER 0
#endif

namespace icsweep {

constexpr bool under_address_sanitizer = ICSWEEP_ADDRESS_SANITIZER;
constexpr bool under_thread_sanitizer = ICSWEEP_THREAD_SANITIZER;

}  // namespace icsweep
