// Fuzzes messages between ranks. The first byte selects the type of the message in the other bytes.
#include "engine/worker/messages.hpp"

#include "fuzz/fuzz.hpp"
#include "fuzz/toy_task.hpp"

using namespace icsweep;

namespace {

/// Checks that an accepted message stays the same when it is written and read again.
template <class Read>
void understand(const std::string& text, Read read) {
  fuzz::accepted([&] {
    const std::string sent = to_message(read(text));
    fuzz::expect(sent.find('\n') == sent.npos && to_message(read(sent)) == sent, "a message arrives as it was sent");
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(fuzz::text_of(data + 1, size - 1));
  if (const auto order = order_in(text))
    fuzz::expect(order_in(to_message(*order))->identity == order->identity, "an order arrives as it was sent");
  if (data[0] % 3 == 0) understand(text, worker_message);
  else if (data[0] % 3 == 1) understand(text, launch_terms);
  else understand(text, [](const std::string& sent) { return assignment(fuzz::toy_tasks(), sent); });
  return 0;
}
