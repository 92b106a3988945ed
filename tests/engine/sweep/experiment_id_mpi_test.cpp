#include "engine/sweep/experiment_id.hpp"

#include <gtest/gtest.h>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"
#include "io/store/hdf5_store.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

TEST(ExperimentId, OfAStoreWithoutTasksIsRefused) {
  const TemporaryFolder folder;
  create_store(folder.file("s.h5"), {"none", "[sweep]", "test", "gcc", "plain", "now", "none"}, {});
  for (const char* id : {"0", "abc"}) try {
      find_experiment(StoreReader(folder.file("s.h5")), id, "");
      ADD_FAILURE() << id;
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()), "the store has no tasks");
    }
}

}  // namespace
}  // namespace icsweep
