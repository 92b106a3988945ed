#include "engine/certify/crate_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "engine/certify/crate.hpp"
#include "engine/ledger/store_plan.hpp"
#include "engine/worker/runner.hpp"
#include "io/evidence/sha256.hpp"
#include "io/evidence/zip_archive.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/temporary_folder.hpp"
#include "io/base/whole_file.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

using Files = std::map<std::string, std::string>;

class CrateOfAStore : public ::testing::Test {
 protected:
  CrateOfAStore() {
    const Sweep sweep = parse_sweep(
        "[[grid]]\ntask = \"augmented\"\nlength = 3\ndim = 1\nsequences = 16\ntest_sequences = 16\nepochs = 1\n"
        "batch = 16\ndepth = [1, 2]\nseed = { count = 2 }\n",
        "s.toml");
    const auto experiments = expand(tasks_, sweep).experiments;
    Request request{"icsweep run s.toml -o s.h5"};
    const StorePlan plan = prepare_store({sweep, tasks_}, store(), experiments, request);
    StoreWriter writer(store());
    Runner runner(writer, Rank(0), {}, stop_, [](const Progress&) {});
    for (const Job& job : plan.jobs)
      if (job.row != RowIndex(3))
        runner.run({job.experiment->task, job.experiment->identity, job.experiment->config, job.row, job.attempts});
    writer.commit();
  }
  std::string store() const { return folder_.file("s.h5"); }
  Crate crate() const {
    const StoreReader reader(store());
    return make_crate(certify(tasks_, reader, store()), reader.header(),
                      {{"tables/1.csv", {"a,b\n", "SQL", "text/csv"}}}, {.name = "A. Person", .license = "CC-BY-4.0"},
                      "s.crate.zip");
  }
  CheckedCrate checked(const Files& files) const {
    write_whole_file(folder_.file("s.zip"), {zip_of(files)});
    return check_crate(tasks_, folder_.file("s.zip"));
  }
  /// Files with these rows, and with hashes and root computed anew, as a careful forger does.
  static Files forged(Crate crate, const std::string& rows) {
    MerkleTree tree;
    std::istringstream lines(rows);
    for (std::string line; std::getline(lines, line);) tree.add(line);
    crate.certificate.rows = std::int64_t(tree.size());
    crate.certificate.root = to_text(tree.root());
    crate.certificate.files[crate_file::rows] = sha256(rows);
    crate.files[crate_file::rows] = rows;
    crate.files[crate_file::certificate] = to_text(crate.certificate);
    return crate.files;
  }

  TemporaryFolder folder_;
  TaskRegistry tasks_ = papers_tasks();
  StopFlag stop_;
};

TEST_F(CrateOfAStore, IsSoundAndItsRowsAreTheSameRunAgain) {
  const Crate made = crate();
  const CheckedCrate found = checked(made.files);
  EXPECT_EQ(found.wrong, std::vector<std::string>{});
  EXPECT_EQ(found.notes, std::vector<std::string>{});
  EXPECT_EQ(found.fingerprint, fingerprint(made));
  EXPECT_EQ(found.certificate.outcomes, (std::map<std::string, std::int64_t>{{"done", 3}, {"pending", 1}}));
  const SampledLines sample = choose_sample(tasks_, found.rows, 99, 0);
  ASSERT_EQ(sample.chosen.size(), 3u) << "one row is pending";
  for (const std::size_t i : sample.chosen)
    EXPECT_EQ(repeat(tasks_, found.rows[i], stop_, [](const Progress&) {}).difference, "");
}

TEST_F(CrateOfAStore, AForgedResultIsFoundByRunningItAgain) {
  Crate made = crate();
  std::string rows = made.files.at(crate_file::rows);
  const std::size_t at = rows.find("\"results\":\"") + 11;
  rows[at] = rows[at] == '0' ? '1' : '0';
  const CheckedCrate found = checked(forged(made, rows));
  EXPECT_EQ(found.wrong, std::vector<std::string>{}) << "the crate is consistent with itself";
  EXPECT_NE(found.fingerprint, fingerprint(made));
  std::size_t different = 0;
  for (const std::size_t i : choose_sample(tasks_, found.rows, 99, 0).chosen)
    different += !repeat(tasks_, found.rows[i], stop_, [](const Progress&) {}).difference.empty();
  EXPECT_EQ(different, 1u);
}

TEST_F(CrateOfAStore, ARowThatWasDroppedIsMissedByTheSweep) {
  Crate made = crate();
  std::string rows = made.files.at(crate_file::rows);
  std::istringstream lines(rows);
  std::string first;
  std::getline(lines, first);
  made.certificate.outcomes[std::string(name_of(row_in(first).status))] -= 1;
  const CheckedCrate found = checked(forged(made, rows.substr(rows.find('\n') + 1)));
  ASSERT_EQ(found.wrong.size(), 1u);
  EXPECT_EQ(found.wrong[0], "1 of the sweep's experiments are not among the rows");
}

/// The lines of a text, which change() may edit.
template <class Change>
std::string with_lines(const std::string& text, Change change) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  change(lines);
  std::string changed;
  for (const auto& line : lines) changed += line + "\n";
  return changed;
}

std::string replaced(std::string line, const std::string& old, const std::string& fresh) {
  const std::size_t at = line.find(old);
  EXPECT_NE(at, std::string::npos) << line;
  return line.replace(at, old.size(), fresh);
}

TEST_F(CrateOfAStore, WhatCannotBeAnExperimentOfTheSweepIsFoundWithoutARun) {
  using Lines = std::vector<std::string>;
  const Crate made = crate();
  const auto found = [&](const std::function<void(Lines&)>& change) {
    const auto wrong = checked(forged(made, with_lines(made.files.at(crate_file::rows), change))).wrong;
    return fmt::format("{}", fmt::join(wrong, "|"));
  };
  const auto parameters = [](const std::string& line) {
    return line.substr(line.find("\"parameters\""), line.find("\"result_version\"") - line.find("\"parameters\""));
  };
  EXPECT_EQ(found([](Lines&) {}), "");
  EXPECT_NE(found([](Lines& l) { l.insert(l.begin() + 1, l[0]); }).find("line 2 of rows.jsonl has the experiment of"),
            std::string::npos);
  EXPECT_NE(found([](Lines& l) { std::swap(l[0], l[1]); }).find("is not in the order"), std::string::npos);
  EXPECT_NE(found([](Lines& l) {
              l[1] = replaced(l[1], "\"dim\":1", "\"dim\":2");
            }).find("line 2 of rows.jsonl cannot be an experiment: its identity is not that of its parameters"),
            std::string::npos);
  EXPECT_NE(found([&](Lines& l) { l[0] = replaced(l[0], parameters(l[0]), parameters(l[3])); }).find("its identity"),
            std::string::npos);
  EXPECT_NE(found([&](Lines& l) { l[0] = replaced(l[0], parameters(l[0]), "\"parameters\":{},"); }).find("is missing"),
            std::string::npos);
  EXPECT_NE(found([](Lines& l) { l[0] = replaced(l[0], "\"dim\"", "\"dimm\""); }).find("has no parameter dimm"),
            std::string::npos);
  EXPECT_NE(found([](Lines& l) {
              l[3] = replaced(l[3], "\"task\":\"augmented\"", "\"task\":\"mine\"");
            }).find("1 of the rows are of tasks that the sweep does not have"),
            std::string::npos);
  EXPECT_NE(found([](Lines& l) {
              const std::size_t at = l[1].find("\"result_version\":") + 17;
              l[1].replace(at, l[1].find(',', at) - at, "0");
            }).find("a result version below 1"),
            std::string::npos);
  EXPECT_THROW(found([](Lines& l) { l[0].insert(1, "\"task\":\"plain\","); }), Error) << "a duplicate key";
  for (const char* level : {"other", ""})
    EXPECT_NE(found([&](Lines& l) {
                for (auto& line : l)
                  if (line.find("\"level\":\"\"") == line.npos)
                    line = line.substr(0, line.find("\"level\":\"") + 9) + level + line.substr(line.find("\",\"param"));
              }).find("other levels than the certificate"),
              std::string::npos)
        << level;
}

TEST_F(CrateOfAStore, ASweepThatDoesNotExpandIsWrong) {
  Crate made = crate();
  const std::string sweep = replaced(made.files.at(crate_file::sweep), "[[grid]]", "[[grid]]\nnote = 1");
  made.certificate.files[crate_file::sweep] = sha256(sweep);
  made.files[crate_file::sweep] = sweep;
  const CheckedCrate found = checked(forged(made, made.files.at(crate_file::rows)));
  ASSERT_EQ(found.wrong.size(), 1u);
  EXPECT_TRUE(found.wrong[0].starts_with("its sweep cannot be expanded (")) << found.wrong[0];
}

TEST_F(CrateOfAStore, DeepJsonIsRefusedBeforeItIsRead) {
  Files files = crate().files;
  files[crate_file::certificate] = std::string(1 << 20, '[');
  EXPECT_THROW(checked(files), Error);
  EXPECT_THROW(row_in(std::string(1 << 20, '[')), Error);
}

TEST_F(CrateOfAStore, AdvisesASampleOfWhatCanBeRunAgain) {
  const StoreReader reader(store());
  CertifiedSweep sweep = certify(tasks_, reader, store());
  EXPECT_EQ(check_command(sweep, "a.zip"), "icsweep verify a.zip --sample 3");
  EXPECT_EQ(check_command(certify(TaskRegistry{}, reader, store()), "a.zip"), "icsweep verify a.zip");
}

TEST_F(CrateOfAStore, AnyOtherFileIsFound) {
  const Crate made = crate();
  for (const auto& [name, content] : made.files) {
    if (name == crate_file::certificate || name == crate_file::rows) continue;
    Files files = made.files;
    files[name] += " ";
    EXPECT_EQ(checked(files).wrong, std::vector<std::string>{name + " is another file"});
    if (name == crate_file::sweep) continue;
    files.erase(name);
    EXPECT_EQ(checked(files).wrong, std::vector<std::string>{name + " is missing"});
  }
  Files files = made.files;
  files["more.txt"] = "x";
  EXPECT_EQ(checked(files).wrong, std::vector<std::string>{"more.txt is not in the certificate"});
}

TEST_F(CrateOfAStore, OfTheSameResultsHasTheSameRoot) {
  EXPECT_EQ(crate().certificate.root, crate().certificate.root);
  const StoreReader reader(store());
  const std::string rows = certify(tasks_, reader, store()).rows;
  for (const char* word : {"seconds", "host", "finished", "launch"})
    EXPECT_EQ(rows.find(std::string("\"") + word + "\""), std::string::npos) << word;
}

TEST_F(CrateOfAStore, ALaterFormatIsRefused) {
  Files files = crate().files;
  std::string& text = files[crate_file::certificate];
  text.replace(text.find("\"format\": 1"), 11, "\"format\": 9");
  EXPECT_THROW(checked(files), Error);
}

}  // namespace
}  // namespace icsweep
