// Programs for tests: Python that speaks the protocol by hand, without icsweep's own package. Its parameter `what`
// selects its behaviour.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "io/schema/schema_builders.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/program/program_definition.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::test {

/// Start of every toy: say(), hear(), and steps(), which trains a recurrence x ← (x·a + c) mod m exactly.
inline const std::string toy_beginning = R"(
import json, os, signal, sys, time
def say(line, end="\n"):
    sys.stdout.write((line if isinstance(line, str) else json.dumps(line)) + end)
    sys.stdout.flush()
def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)
say({"icsweep": 1})
served = 0
while True:
    order = hear()
    p = order["parameters"]
    what = p.get("what", "good")
    def end(**line):
        say({"run": order["run"], **line})
    def good(served=served):
        end(results={"value": p["x"] * 2.0, "process": os.getpid(), "served": served})
)";
/// End of a toy: `cases`, indented by four, follow `if what == "good": good()`.
inline std::string toy(const std::string& cases = "") {
  return toy_beginning + "    if what == \"good\": good()\n" + cases + "    served += 1\n";
}

/// The system's Python, rather than one that a wrapper must look for.
inline std::string python() {
  return ::access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
}

/// A folder with a program toy.py.
class ToyProgram {
 public:
  explicit ToyProgram(const std::string& text, const std::vector<std::string>& results = {"value", "process", "served"})
      : definition{.name = "toy", .command = {python(), "-I", "-S", "toy.py"}, .results = results} {
    write(text);
    definition.files = {"toy.py"};
    definition.folder = folder_.file("");
    definition.parameters = {text_parameter("what", "good"), real("x", 0.5), seed("seed")};
    definition.silent_after = 20;
  }

  void write(const std::string& text) const { std::ofstream(folder_.file("toy.py")) << text; }
  std::string file(const std::string& name) const { return folder_.file(name); }
  std::shared_ptr<const Task> task() {
    definition.code = code_of(definition);
    return program_task(definition);
  }

  ProgramDefinition definition;

 private:
  static Parameter text_parameter(const std::string& name, const std::string& value) { return text(name, value); }
  TemporaryFolder folder_;
};

inline Config configured(const Task& task, const Values& values) {
  Config config = default_config(task.schema());
  for (const auto& [name, value] : values) config.set(name, checked(*task.schema().find(name), value));
  return config;
}

/// Runs one experiment. Returns its results, or the message of its failure.
inline std::string failure(const Task& task, const Values& values) {
  Recorder recorder;
  try {
    task.run(configured(task, values), recorder);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}
inline Results results_of(const Task& task, const Values& values) {
  Recorder recorder;
  task.run(configured(task, values), recorder);
  return recorder.results();
}

}  // namespace icsweep::test
