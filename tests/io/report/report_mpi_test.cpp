#include "io/report/report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::ordered_json;

class ReportPage : public ::testing::Test {
 protected:
  std::string store() const { return folder_.file("s.h5"); }
  std::string page() const { return folder_.file("r.html"); }
  void make(const std::vector<ReportFigure>& figures = {}, const std::vector<MissingFigure>& missing = {}) {
    write_report(StoreReader(store()), {store(), "test", figures, missing}, page());
    std::ifstream file(page(), std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(file), {});
    about_ = script("about");
    numbers_ = script("numbers");
  }
  /// The content of this <script> as a browser reads it.
  Json script(const std::string& id) const {
    const std::string tag = "<script type=\"application/json\" id=\"" + id + "\">";
    const std::size_t begin = text_.find(tag) + tag.size();
    return Json::parse(text_.substr(begin, text_.find("</script", begin) - begin));
  }
  const Json& column(const std::string& name) const {
    for (const auto& c : about_["tasks"][0]["columns"])
      if (c["name"] == name) return c;
    throw std::out_of_range(name);
  }
  Json values(const std::string& name) const { return numbers_[column(name)["array"].get<std::size_t>()]; }

  TemporaryFolder folder_;
  std::string text_;
  Json about_, numbers_;
};

TEST_F(ReportPage, HoldsEveryRowAndNothingOfThoseThatAreNotFinished) {
  create_toy_store(store(), 5);
  StoreWriter writer(store());
  for (int i = 0; i < 5; ++i) writer.write("toy", RowIndex(i), toy_row(i), i == 1 ? Outcome::failed : Outcome::done);
  writer.commit();
  writer.write("toy", RowIndex(4), toy_row(4), Outcome::pending);  // complete except for its status
  writer.commit();
  make();
  EXPECT_EQ(values("error"), Json::parse("[10,null,12,13,null]"));
  EXPECT_EQ(values("rate"), Json::parse("[0.0,0.01,0.02,0.03,0.04]"));
  EXPECT_EQ(column("status")["texts"], Json::parse(R"(["done","failed","pending"])"));
  EXPECT_EQ(column("identity")["texts"][2].get<std::string>(),
            identity(toy_schema(), toy_config(3, 0.02)).substr(0, 12));
  const Json& task = about_["tasks"][0];
  EXPECT_EQ(task["curved"], 4);
  EXPECT_EQ(numbers_[task["curves"]["rows"].get<std::size_t>()], Json::parse("[0,1,2,3]"));
  EXPECT_EQ(numbers_[task["curves"]["lengths"]["position"].get<std::size_t>()], Json::parse("[1,2,3,1]"));
  EXPECT_EQ(numbers_[task["curves"]["columns"][0]["array"].get<std::size_t>()], Json::parse("[0,null,null,2,2,2,3]"));
  EXPECT_TRUE(about_["launch"].is_null());
}

TEST_F(ReportPage, TextsOfAStoreStayTexts) {
  const std::string hostile = "</script><script>alert(1)</script>\"' \x01\xff @ABOUT@ @NUMBERS@";
  TablePlan plan{make_table(toy_schema()), nullptr, {{"x", toy_config(1)}}, {1}, {}};
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 1;
  create_store(store(), {hostile, hostile, hostile, hostile, hostile, hostile, hostile}, {plan});
  make({{hostile, hostile, hostile, "<svg>" + hostile}}, {{hostile, hostile}});
  const std::string kept = "</script><script>alert(1)</script>\"' \x01\ufffd @ABOUT@ @NUMBERS@";
  EXPECT_EQ(about_["store"]["sweep"], kept);
  EXPECT_EQ(about_["store"]["text"], kept);
  EXPECT_EQ(about_["figures"][0]["svg"], "<svg>" + kept);
  EXPECT_EQ(about_["missing"][0]["reason"], kept);
  EXPECT_EQ(text_.find("alert(1)</script>"), std::string::npos);
}

TEST_F(ReportPage, AStoreWithoutRowsHasAPage) {
  create_toy_store(store(), 0);
  make();
  EXPECT_EQ(about_["tasks"][0]["rows"], 0);
  EXPECT_EQ(values("error"), Json::array());
}

TEST_F(ReportPage, NothingInItAsksANetwork) {
  create_toy_store(store(), 1);
  make();
  EXPECT_NE(text_.find("Content-Security-Policy\" content=\"default-src 'none'"), std::string::npos);
  for (const char* loader : {" src=\"http", " href=\"http", "@import", "url(http", "sourceMappingURL"})
    EXPECT_EQ(text_.find(loader), std::string::npos) << loader;
  EXPECT_LT(text_.size(), 3'000'000u);
}

TEST_F(ReportPage, APlaceThatCannotBeWrittenIsNamedAndNothingIsLeftBeside) {
  create_toy_store(store(), 1);
  make();
  const auto refusal = [&](const std::string& path) -> std::string {
    try {
      write_report(StoreReader(store()), {store(), "test", {}, {}}, path);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(refusal(folder_.file("no/r.html")).find("no/r.html: cannot be written (No such file"), std::string::npos);
  EXPECT_NE(refusal(folder_.file("")).find("it is not a regular file"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(page() + ".new"));
}

}  // namespace
}  // namespace icsweep
