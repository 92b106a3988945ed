#include "engine/ledger/code_files.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

const CodeFiles files{{"fit",
                       {{"old", {{"a.py", "1"}, {"b.py", "2"}, {"gone.py", "3"}}},
                        {"now", {{"a.py", "1"}, {"b.py", "4"}, {"new.py", "5"}}}}}};
using Names = std::set<std::string>;

TEST(CodeFiles, ReadBackAsWritten) {
  EXPECT_EQ(code_files_in(to_text(files)), files);
  EXPECT_EQ(to_text(CodeFiles{}), "");
}

TEST(CodeFiles, AreUnknownForATextOfAnotherForm) {
  for (const char* text : {"", "{", "[1]", "{\"fit\": 1}", "{\"fit\": {\"old\": [\"a.py\"]}}", "[[[[[[[[]]]]]]]]"})
    EXPECT_TRUE(code_files_in(text).empty()) << text;
}

TEST(ChangedFiles, AreThoseThatChangedAppearedOrWent) {
  EXPECT_EQ(changed_files(files, "fit", "old", "now"), (Names{"b.py", "gone.py", "new.py"}));
  EXPECT_EQ(changed_files(files, "fit", "now", "old"), (Names{"b.py", "gone.py", "new.py"}));
  EXPECT_EQ(changed_files(files, "fit", "now", "now"), Names{});
}

TEST(ChangedFiles, AreUnknownIfOneStateIs) {
  EXPECT_EQ(changed_files(files, "fit", "older", "now"), Names{});
  EXPECT_EQ(changed_files(files, "other", "old", "now"), Names{});
}

}  // namespace
}  // namespace icsweep
