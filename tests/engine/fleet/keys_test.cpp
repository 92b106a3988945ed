#include "engine/fleet/keys.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep::keys_test {
namespace {

class Keys : public ::testing::Test {
 protected:
  Admission fresh() const { return {new_curve_keys().open, new_curve_keys()}; }

  TemporaryFolder folder_;
  std::string store_ = folder_.file("s.h5"), path_ = admission_path(store_);
};

TEST_F(Keys, AreNewEachTime) {
  const CurveKeys one = new_curve_keys(), two = new_curve_keys();
  EXPECT_EQ(one.open.size(), 40u);
  EXPECT_EQ(one.secret.size(), 40u);
  EXPECT_NE(one.secret, two.secret);
}

TEST_F(Keys, TheFileIsThisUsersAloneAndGoesWithTheLaunch) {
  const Admission admission = fresh();
  {
    const AdmissionFile file(store_, admission);
    struct stat status {};
    ASSERT_EQ(::stat(path_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
    const auto read = read_admission(store_);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->port, admission.port);
    EXPECT_EQ(read->guest.open, admission.guest.open);
    EXPECT_EQ(read->guest.secret, admission.guest.secret);
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(Keys, AnEarlierFileIsReplacedAndALaterOneStays) {
  const Admission later = fresh();
  auto first = std::make_unique<AdmissionFile>(store_, fresh());
  const AdmissionFile second(store_, later);
  first.reset();
  EXPECT_EQ(read_admission(store_)->port, later.port);
}

TEST_F(Keys, ALinkIsReplacedAndNotFollowed) {
  std::ofstream(folder_.file("target")) << "old";
  std::filesystem::create_symlink(folder_.file("target"), path_);
  EXPECT_FALSE(read_admission(store_));
  const AdmissionFile file(store_, fresh());
  EXPECT_FALSE(std::filesystem::is_symlink(path_));
  EXPECT_EQ(std::filesystem::file_size(folder_.file("target")), 3u);
}

TEST_F(Keys, AFileThatOthersMayReadIsRefused) {
  const AdmissionFile file(store_, fresh());
  ::chmod(path_.c_str(), 0640);
  EXPECT_THROW(read_admission(store_), Error);
}

TEST_F(Keys, AFileOfAnotherUserIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root";
  const AdmissionFile file(store_, fresh());
  ASSERT_EQ(::chown(path_.c_str(), 1, 1), 0);
  EXPECT_THROW(read_admission(store_), Error);
}

TEST_F(Keys, AMissingOrTornFileGivesNothing) {
  EXPECT_FALSE(read_admission(store_));
  std::ofstream(path_) << "abc def";
  ::chmod(path_.c_str(), 0600);
  EXPECT_FALSE(read_admission(store_));
}

}  // namespace
}  // namespace icsweep::keys_test
