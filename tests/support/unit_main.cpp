// main() of unit tests.
#include "support/failures.hpp"

int main(int count, char** values) {
  ::testing::InitGoogleTest(&count, values);
  return icsweep::test::run_tests(values[0]);
}
