#include "io/store/launches.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

using Words = std::vector<std::string>;

TEST(Launches, ACommandIsQuotedWhereAShellWouldReadItOtherwise) {
  EXPECT_EQ(command_text({"icsweep", "run", "a.toml", "-o", "a.h5"}), "icsweep run a.toml -o a.h5");
  EXPECT_EQ(command_text({"icsweep", "run", "my sweep.toml", "--only", "depth <= 3 && x == 'a'"}, 4),
            "mpirun -n 4 icsweep run 'my sweep.toml' --only 'depth <= 3 && x == '\\''a'\\'''");
}

TEST(Launches, WordsComeBackFromTheirCommand) {
  for (const Words& words : {Words{"icsweep", "run", "it's.toml"}, Words{"a", "", "b c", "\\", "$(x)", "'"}})
    EXPECT_EQ(command_words(command_text(words)), words);
}

TEST(Launches, ACommandThatWasCutHasNoWords) {
  const std::string text = command_text({"icsweep", "run", "--only", "depth <= 3"});
  EXPECT_EQ(command_words(text.substr(0, text.size() - 2)), std::nullopt);
}

TEST(Launches, HostsStandOnceAndThoseThatDoNotFitAreCounted) {
  EXPECT_EQ(hosts_text({"a", "b", "a", "a"}, 80), "a b");
  EXPECT_EQ(hosts_text({"node1", "node2", "node3"}, 17), "node1 node2 node3");
  EXPECT_EQ(hosts_text({"node1", "node2", "node3"}, 16), "node1 and 2 more");
  EXPECT_EQ(hosts_text({"node1.of.a.long.name"}, 16), "1 host");
  EXPECT_EQ(hosts_text({"node1.of.a.long.name", "node2.of.a.long.name"}, 16), "2 hosts");
  EXPECT_EQ(hosts_text({}, 16), "");
}

}  // namespace
}  // namespace icsweep
