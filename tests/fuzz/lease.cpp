// Fuzzes the lease beside a store.
#include "io/store/heartbeat.hpp"

#include "fuzz/fuzz.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("store.lease"), copy("again.lease");
  const auto store_of = [](const fuzz::InputFile& f) { return f.path().substr(0, f.path().rfind('.')); };
  file.hold(fuzz::text_of(data, size));
  const auto heartbeat = read_heartbeat(store_of(file));
  if (!heartbeat) return 0;
  is_alive(*heartbeat);
  const std::string text = to_text(*heartbeat);
  copy.hold(text);
  const auto again = read_heartbeat(store_of(copy));
  fuzz::expect(text.find('\n') == text.npos && again && to_text(*again) == text,
               "a lease that was read can be written and read again");
  return 0;
}
