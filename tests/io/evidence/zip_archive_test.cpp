#include "io/evidence/zip_archive.hpp"

#include <gtest/gtest.h>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

class ZipArchive : public ::testing::Test {
 protected:
  std::string written(const std::string& bytes) const {
    const std::string path = folder_.file("a.zip");
    write_whole_file(path, {bytes});
    return path;
  }
  TemporaryFolder folder_;
};

TEST_F(ZipArchive, GivesBackItsFiles) {
  const std::map<std::string, std::string> files{
      {"a.txt", "one"}, {"b/c.bin", std::string("\0\1\xff", 3)}, {"empty", ""}, {"large", std::string(1 << 20, 'x')}};
  const std::string path = written(zip_of(files));
  EXPECT_TRUE(is_zip(path));
  const ZipReader reader(path);
  EXPECT_EQ(reader.names().size(), files.size());
  for (const auto& [name, content] : files) EXPECT_EQ(reader.text(name, content.size()), content) << name;
  EXPECT_THROW(reader.text("large", (1 << 20) - 1), Error);
  EXPECT_THROW(reader.text("none", 10), Error);
}

TEST_F(ZipArchive, OfTheSameFilesIsTheSameBytes) {
  EXPECT_EQ(zip_of({{"a", "1"}, {"b", "2"}}), zip_of({{"a", "1"}, {"b", "2"}}));
}

TEST_F(ZipArchive, NamesThatLeadOutOfItAreRefused) {
  for (const char* name : {"../a", "/a", "a/../b", "a\\b", "./a", "a\nb"})
    EXPECT_THROW(ZipReader(written(zip_of({{name, "x"}}))), Error) << name;
}

TEST_F(ZipArchive, AFileThatIsLargeOnlyUnpackedIsRefused) {
  const ZipReader bomb(written(zip_of({{"a", std::string(std::size_t{17} << 20, '[')}})));
  std::size_t taken = 0;
  EXPECT_THROW(bomb.read("a", [&](std::string_view piece) { taken += piece.size(); }), Error);
  EXPECT_LE(taken, std::size_t{16} << 20);
}

TEST_F(ZipArchive, DamageIsFound) {
  const std::string bytes = zip_of({{"a", std::string(1000, 'a') + "b"}});
  EXPECT_THROW(ZipReader(written(bytes.substr(0, bytes.size() / 2))), Error);
  EXPECT_THROW(ZipReader(written("not a zip")), Error);
  EXPECT_FALSE(is_zip(written("not a zip")));
  std::size_t found = 0;
  for (std::size_t at = 31; at < 40; ++at) {  // in the file's compressed bytes
    std::string damaged = bytes;
    damaged[at] = char(damaged[at] ^ 4);
    try {
      ZipReader(written(damaged)).text("a", 2000);
    } catch (const Error&) {
      ++found;
    }
  }
  EXPECT_EQ(found, 9u);
}

}  // namespace
}  // namespace icsweep
