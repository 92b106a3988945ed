// The examples of every task with the values of all parameters, and a folder with the files that they name.
#pragma once

#include <filesystem>
#include <fstream>
#include <vector>

#include "tasks/papers_tasks.hpp"
#include "tests/support/tiny_tokenizer.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::test {

struct Example {
  std::string task;
  Config config;
};

/// A folder that is the current one while this object lives.
class ExampleFolder {
 public:
  ExampleFolder() {
    const TinyTokenizer tokenizer(folder_);
    std::filesystem::rename(tokenizer.merges, folder_.file("gpt2_merges.txt"));
    std::filesystem::rename(tokenizer.vocabulary, folder_.file("gpt2_vocab.json"));
    std::ofstream text(folder_.file("moby_dick.txt"));
    for (int i = 0; i < 400; ++i) text << "he said hello to " << char('a' + i % 26) << char('a' + i * 7 % 26) << "; ";
    std::filesystem::current_path(folder_.file(""));
  }
  ~ExampleFolder() { std::filesystem::current_path(before_); }

  std::vector<Example> examples() const {
    std::vector<Example> all;
    for (const Task* task : papers_tasks().all())
      for (const Values& values : task->examples())
        all.push_back({task->schema().task, configured(task->schema().task, values)});
    return all;
  }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  TemporaryFolder folder_;
};

}  // namespace icsweep::test
