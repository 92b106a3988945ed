// The interpreter lives and dies with its process, apart from the launcher and the display.
#include "tasks/sampler/interpreter.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "tests/support/processes.hpp"
#include "tests/tasks/sampler/sampler_folder.hpp"

namespace icsweep {
namespace {

class Interpreters : public test::SamplerFolder {
 protected:
  /// Writes a sampler that records its process's number, environment and open files.
  void write_witness() {
    write("witness.py", "import os\nhere = '" + folder_.file("") +
                            "'\n"
                            "open(here + '/pid', 'w').write(str(os.getpid()))\n"
                            "open(here + '/variables', 'w').write(' '.join(os.environ))\n"
                            "open(here + '/files', 'w').write(str(sum(os.path.exists('/proc/self/fd/%d' % i) for i in "
                            "range(5, 99))))\n" +
                            test::linear_py);
  }
  std::string read(const std::string& name) {
    std::ifstream file(folder_.file(name));
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
};

TEST_F(Interpreters, SeeNothingOfTheLauncherNorOfOpenFiles) {
  write_witness();
  ::setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  ::setenv("PMIX_RANK", "0", 1);
  const std::string open = folder_.file("open");
  std::FILE* const kept = std::fopen(open.c_str(), "w");  // without close-on-exec
  EXPECT_EQ(refusal(definition("witness.py")), "");
  std::fclose(kept);
  ::unsetenv("OMPI_COMM_WORLD_RANK");
  ::unsetenv("PMIX_RANK");
  const std::string variables = read("variables");
  EXPECT_EQ(variables.find("OMPI_"), std::string::npos);
  EXPECT_EQ(variables.find("PMIX_"), std::string::npos);
  EXPECT_NE(variables.find("PATH"), std::string::npos);
  EXPECT_EQ(read("files"), "1");  // the witness's own
}

TEST_F(Interpreters, AreKeptForTheNextExperimentOfAFolder) {
  write_witness();
  const auto task = sampled_task(inspected(definition("witness.py"), small("regression")));
  const Config config = configured(*task, small("regression"));
  const std::string first = read("pid");
  run(*task, config);
  run(*task, config);
  EXPECT_EQ(read("pid"), first);
  EXPECT_TRUE(test::lives(std::stoi(first)));
  Interpreter::end();
  EXPECT_FALSE(test::lives(std::stoi(first)));
}

TEST_F(Interpreters, DieWithTheirProcess) {
  write_witness();
  const pid_t child = ::fork();
  if (child == 0) {
    refusal(definition("witness.py"));
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  const pid_t python = std::stoi(read("pid"));
  EXPECT_TRUE(test::ends_in_time(python));
}

/// Even one that is busy and hears nothing.
TEST_F(Interpreters, DieWithTheirProcessInTheMiddleOfACall) {
  write("busy.py", "import os\nopen('" + folder_.file("new") + "', 'w').write(str(os.getpid()))\nos.rename('" +
                       folder_.file("new") + "', '" + folder_.file("pid") + "')\nwhile True: pass\n");
  const pid_t child = ::fork();
  if (child == 0) {
    inspected(definition("busy.py"), small("regression"), [&] {
      if (std::filesystem::exists(folder_.file("pid"))) ::raise(SIGKILL);
    });
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(test::ends_in_time(std::stoi(read("pid"))));
}

/// Includes processes that a sampler has started in another session and with an empty environment.
TEST_F(Interpreters, TakeWhatTheyStartedAlong) {
  write("starts.py",
        "import os, subprocess\nchild = subprocess.Popen(['env', '-i', 'setsid', 'sleep', '1000'])\n"
        "open('" +
            folder_.file("pid") + "', 'w').write(str(child.pid))\n" + test::linear_py);
  const pid_t rank = ::fork();
  if (rank == 0) {
    refusal(definition("starts.py"));
    ::raise(SIGKILL);
  }
  ::waitpid(rank, nullptr, 0);
  EXPECT_TRUE(test::ends_in_time(std::stoi(read("pid"))));
}

TEST_F(Interpreters, AreNotSharedWithAForkedProcess) {
  write_witness();
  const auto task = sampled_task(inspected(definition("witness.py"), small("regression")));
  const Config config = configured(*task, small("regression"));
  const auto whole = test::bits(run(*task, config).results());
  const std::string first = read("pid");
  const pid_t child = ::fork();
  if (child == 0) ::_exit(test::bits(run(*task, config).results()) == whole && read("pid") != first ? 0 : 1);
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(test::lives(std::stoi(first)));
  EXPECT_EQ(test::bits(run(*task, config).results()), whole);
}

TEST_F(Interpreters, LeaveSignalsOfTheTerminalToTheRank) {
  write_witness();
  const auto task = sampled_task(inspected(definition("witness.py"), small("regression")));
  const pid_t python = std::stoi(read("pid"));
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) ::kill(python, signal);
  run(*task, configured(*task, small("regression")));
  EXPECT_EQ(std::stoi(read("pid")), python);
}

}  // namespace
}  // namespace icsweep
