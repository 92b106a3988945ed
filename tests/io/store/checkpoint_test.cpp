#include "io/store/checkpoint.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "io/base/error.hpp"
#include "support/file_size_limit.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

CheckpointHead some_head() {
  return {.task = "toy",
          .identity = "0a1b",
          .program = "icsweep 1",
          .level = "avx2",
          .result_version = 3,
          .step = 7,
          .steps = 20,
          .sequences = 1L << 40,
          .seconds = 0.1 + 0.2,
          .failures = 1};
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void put(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

class Checkpoints : public ::testing::Test {
 protected:
  std::string store() const { return folder_.file("s.h5"); }
  /// The file of the experiment whose identity is this number.
  std::string path(int epoch = 1, int experiment = 0) const {
    return checkpoint_path(checkpoint_folder(store()), fmt::format("{:032x}", experiment), epoch);
  }

  TemporaryFolder folder_;
};

TEST_F(Checkpoints, WhatIsWrittenReadsBackWithEveryBit) {
  std::string state("line\nline\0\xff\r\n", 13);
  for (const std::string& s : {state, std::string(), std::string("\n"), std::string(5, '\0')}) {
    write_checkpoint(path(), some_head(), s);
    const Checkpoint read = read_checkpoint(path());
    EXPECT_EQ(read.state, s);
    EXPECT_EQ(read.head.task, "toy");
    EXPECT_EQ(read.head.identity, "0a1b");
    EXPECT_EQ(read.head.program, "icsweep 1");
    EXPECT_EQ(read.head.level, "avx2");
    EXPECT_EQ(read.head.result_version, 3);
    EXPECT_EQ(read.head.step, 7);
    EXPECT_EQ(read.head.steps, 20);
    EXPECT_EQ(read.head.sequences, 1L << 40);
    EXPECT_EQ(read.head.seconds, 0.1 + 0.2);
    EXPECT_EQ(read.head.failures, 1);
  }
}

TEST_F(Checkpoints, WithoutASearchAHeadIsWhatItWasBeforeSearches) {
  write_checkpoint(path(), some_head(), "state");
  EXPECT_NE(content_of(path()).find(
                "\n{\"core_seconds\":0.0,\"failures\":1,\"identity\":\"0a1b\",\"level\":\"avx2\",\"program\":\"icsweep "
                "1\",\"result_version\":3,"
                "\"seconds\":0.30000000000000004,\"sequences\":1099511627776,\"step\":7,\"steps\":20,\"task\":\"toy\"}"
                "\nstate"),
            std::string::npos)
      << content_of(path());
  EXPECT_TRUE(read_checkpoint(path()).head.rungs.empty());
}

TEST_F(Checkpoints, TheRungsOfASearchReadBackAlsoWithoutANumber) {
  CheckpointHead head = some_head();
  head.search = "loss at 1,3 of 9 epochs";
  head.rungs = {0.1 + 0.2, std::nan("")};
  head.kept = kept_end;
  write_checkpoint(path(), head, "state");
  for (const CheckpointHead& read : {read_checkpoint(path()).head, read_checkpoint_head(path()).value()}) {
    EXPECT_EQ(read.search, head.search);
    ASSERT_EQ(read.rungs.size(), 2u);
    EXPECT_EQ(read.rungs[0], head.rungs[0]);
    EXPECT_TRUE(std::isnan(read.rungs[1]));
  }
}

TEST_F(Checkpoints, ALargeStateReadsBack) {
  std::string state(std::size_t{8} << 20, '\0');
  for (std::size_t i = 0; i < state.size(); i += 97) state[i] = char(i * 31);
  write_checkpoint(path(), some_head(), state);
  EXPECT_TRUE(read_checkpoint(path()).state == state);  // no message with the state if it differs
}

TEST_F(Checkpoints, AFlipInAnyByteIsRefused) {
  write_checkpoint(path(), some_head(), std::string("some\nstate\0", 11));
  const std::string whole = content_of(path());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] = char(flipped[i] ^ (1 << i % 8));
    put(path(), flipped);
    EXPECT_THROW(read_checkpoint(path()), Error) << "byte " << i;
    EXPECT_EQ(find_checkpoints(store()).size(), 1u);
  }
}

TEST_F(Checkpoints, ACutAnywhereIsRefusedAndSoIsMore) {
  write_checkpoint(path(), some_head(), "state");
  const std::string whole = content_of(path());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    put(path(), whole.substr(0, size));
    EXPECT_THROW(read_checkpoint(path()), Error) << "after " << size << " bytes";
    EXPECT_EQ(find_checkpoints(store()).size(), 1u);
  }
  put(path(), whole + "\n");
  EXPECT_THROW(read_checkpoint(path()), Error);
}

TEST_F(Checkpoints, WhatIsMissingOrNoFileIsRefusedInOneLine) {
  EXPECT_THROW(read_checkpoint(path()), Error);
  std::filesystem::create_directories(path());
  try {
    read_checkpoint(path());
    FAIL() << "a folder was read";
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), path() + ": cannot be read, its experiment starts again");
    EXPECT_EQ(e.kind(), ErrorKind::store);
  }
}

/// A checkpoint of a version whose head has other entries.
TEST_F(Checkpoints, AHeadOfOtherEntriesIsRefused) {
  std::filesystem::create_directory(checkpoint_folder(store()));
  for (const std::string head : {"{}\n", "{\"task\":\"toy\"}\n", "[]\n", "7\n", "no JSON\n", "\n"}) {
    const std::string state = "state";
    const auto hash = XXH3_64bits_withSeed(state.data(), state.size(), XXH3_64bits(head.data(), head.size()));
    put(path(), fmt::format("icsweep checkpoint {:016x}\n{}{}", hash, head, state));
    EXPECT_THROW(read_checkpoint(path()), Error) << head;
    EXPECT_FALSE(find_checkpoints(store()).at(path())) << head;
  }
}

TEST_F(Checkpoints, ALaterOneReplacesTheFileAndLeavesNothingBeside) {
  write_checkpoint(path(), some_head(), std::string(1000, 'a'));
  write_checkpoint(path(), some_head(), "b");
  EXPECT_EQ(read_checkpoint(path()).state, "b");
  EXPECT_EQ(find_checkpoints(store()).size(), 1u);
}

TEST_F(Checkpoints, OneThatCannotBeWrittenLeavesTheOldOneThere) {
  write_checkpoint(path(), some_head(), "old");
  {
    const FileSizeLimit limit(2000);
    EXPECT_THROW(write_checkpoint(path(), some_head(), std::string(5000, 'n')), Error);
  }
  EXPECT_EQ(read_checkpoint(path()).state, "old");
  EXPECT_EQ(find_checkpoints(store()).size(), 1u) << "half a file is left";
}

TEST_F(Checkpoints, AFolderThatCannotBeMadeIsTold) {
  put(checkpoint_folder(store()), "");
  EXPECT_THROW(write_checkpoint(path(), some_head(), "state"), Error);
  EXPECT_THROW(find_checkpoints(store()), Error);
}

TEST_F(Checkpoints, AreFoundByTheirHeadsAndOthersAreFoundWithoutOne) {
  EXPECT_TRUE(find_checkpoints(store()).empty());
  CheckpointHead head = some_head();
  write_checkpoint(path(2, 13), head, "state");
  head.step = 9;
  write_checkpoint(path(10, 0), head, "state");
  put(path(3, 1), "torn");
  put(path(4, 1) + ".partial", content_of(path(2, 13)));  // half written, as its name shows
  std::filesystem::create_directory(path(5, 1));
  const auto found = find_checkpoints(store());
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found.at(path(2, 13))->step, 7);
  EXPECT_EQ(found.at(path(10, 0))->step, 9);
  EXPECT_FALSE(found.at(path(3, 1)));
  EXPECT_FALSE(found.at(path(4, 1) + ".partial"));
  EXPECT_FALSE(found.at(path(5, 1)));
}

TEST_F(Checkpoints, OfAnExperimentEachEpochHasAFile) {
  EXPECT_EQ(checkpoint_path("s.h5.checkpoints", "0123456789abcdef0123456789abcdef", 12),
            "s.h5.checkpoints/0123456789abcdef0123456789abcdef-12");
}

TEST_F(Checkpoints, ThoseOfEarlierVersionsAreFoundToo) {
  std::filesystem::create_directory(checkpoint_folder(store()));
  const std::string folder = checkpoint_folder(store()) + "/";
  CheckpointHead head = some_head();
  for (const std::string name : {"3-1", "timed-out-0123456789abcdef0123456789abcdef"}) {
    ++head.step;
    write_checkpoint(folder + name, head, "state");
    put(folder + name + ".partial", "half");
    EXPECT_EQ(find_checkpoints(store()).at(folder + name)->step, head.step);
    EXPECT_FALSE(find_checkpoints(store()).at(folder + name + ".partial"));
    EXPECT_EQ(read_checkpoint_head(folder + name)->step, head.step);
  }
  EXPECT_EQ(find_checkpoints(store()).size(), 4u);
}

TEST_F(Checkpoints, AHeadIsReadAloneAlsoIfTheStateIsDamaged) {
  EXPECT_FALSE(read_checkpoint_head(path()));
  write_checkpoint(path(), some_head(), "state");
  const std::string whole = content_of(path());
  put(path(), whole.substr(0, whole.size() - 1));
  EXPECT_EQ(read_checkpoint_head(path())->step, 7);
  put(path(), "torn");
  EXPECT_FALSE(read_checkpoint_head(path()));
}

TEST_F(Checkpoints, NamesThatNoVersionGivesAreNotAmongThem) {
  write_checkpoint(path(), some_head(), "state");
  const std::string identity(32, 'a');
  for (const auto& name : std::vector<std::string>{
           "notes.txt", "1-0.backup", "1-0.AbCdEf", "partial", ".partial", "0-1", "1-0.partial.partial", identity,
           identity + "-", identity + "-0", identity + "-1.backup", identity + "-1-2", identity + "-1.partial.partial",
           identity + "a-1", identity.substr(1) + "-1", std::string(32, 'A') + "-1", "timed-out-" + identity + "-1",
           "timed-out-1"})
    put(checkpoint_folder(store()) + "/" + name, "precious");
  EXPECT_EQ(find_checkpoints(store()).size(), 1u);
}

TEST_F(Checkpoints, AFolderBehindALinkIsRefusedAndNothingInItIsTouched) {
  const std::string scratch = folder_.file("scratch"),
                    file = scratch + "/" + std::filesystem::path(path()).filename().string();
  std::filesystem::create_directory(scratch);
  put(file, "precious");
  std::filesystem::create_directory_symlink(scratch, checkpoint_folder(store()));
  EXPECT_THROW(expect_own_checkpoints(store()), Error);
  EXPECT_THROW(find_checkpoints(store()), Error);
  EXPECT_THROW(write_checkpoint(path(), some_head(), "state"), Error);
  EXPECT_THROW(read_checkpoint(path()), Error);
  EXPECT_FALSE(read_checkpoint_head(path()));
  remove_checkpoint(path());
  EXPECT_EQ(content_of(file), "precious");
}

TEST_F(Checkpoints, AFileThatIsALinkIsNotReadAndOnlyTheLinkIsReplacedAndRemoved) {
  const std::string other = folder_.file("other");
  write_checkpoint(path(2), some_head(), "state");
  std::filesystem::rename(path(2), other);
  const std::string whole = content_of(other);
  std::filesystem::create_symlink(other, path(1));
  EXPECT_THROW(read_checkpoint(path(1)), Error);
  EXPECT_FALSE(find_checkpoints(store()).at(path(1)));
  write_checkpoint(path(1), some_head(), "new");
  EXPECT_EQ(content_of(other), whole);
  EXPECT_EQ(read_checkpoint(path(1)).state, "new");
  std::filesystem::remove(path(1));
  std::filesystem::create_symlink(other, path(1));
  remove_checkpoint(path(1));
  EXPECT_EQ(content_of(other), whole);
  EXPECT_FALSE(std::filesystem::exists(path(1)));
}

TEST_F(Checkpoints, AnEpochIsReadFromTheirNamesAlone) {
  EXPECT_EQ(epoch_of(path(1, 0)), 1);
  EXPECT_EQ(epoch_of(path(123, 1023)), 123);
  EXPECT_EQ(epoch_of("s.h5.checkpoints/12-3"), 12) << "of an earlier version";
  const std::string digits(32, '1');
  EXPECT_EQ(epoch_of(digits + "-2"), 2);
  for (const auto& name : std::vector<std::string>{"",
                                                   "-",
                                                   "1-",
                                                   "-1",
                                                   "-1-2",
                                                   "1--2",
                                                   "+1-2",
                                                   "1-2-",
                                                   "1-2-3",
                                                   "0-1",
                                                   "x-1",
                                                   "1-x",
                                                   "1.5-2",
                                                   " 1-2",
                                                   "1-2 ",
                                                   "1-2.AbCdEf",
                                                   "9999999999999-1",
                                                   "1-9999999999999",
                                                   "2147483647-0",
                                                   digits + "-2147483647",
                                                   digits + "--1",
                                                   digits + "-x",
                                                   "timed-out-" + digits})
    EXPECT_EQ(epoch_of(checkpoint_folder("s.h5") + "/" + name), 0) << name;
}

}  // namespace
}  // namespace icsweep
