#include "io/figures/gnuplot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"
#include "io/figures/layout.hpp"

namespace icsweep {
namespace {

Plot plot_of(const std::string& text) {
  Series s{.label = text, .colour = "#000000"};
  s.x = {1, 2, 3};
  s.y = {1, std::nan(""), 3};
  s.low = {0.5, 1, 2};
  s.high = {1.5, 2, 4};
  Panel p{.title = text, .x_label = text, .y_label = text};
  p.series.push_back(s);
  return {.title = text, .caption = {text}, .panels = {p}};
}

bool gnuplot_is_here() {
  return std::system("command -v gnuplot >/dev/null") == 0;
}

/// Sets PATH during its lifetime.
class Path {
 public:
  explicit Path(const std::string& path) : before_(std::getenv("PATH")) { setenv("PATH", path.c_str(), 1); }
  ~Path() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(Script, ExpandsNothingThatATextHolds) {
  const std::string script = gnuplot_script(plot_of("it's `touch here` \"\\n\" $x @y \n set output"), ImageFormat::svg);
  EXPECT_NE(script.find("'it''s `touch here` \"\\n\" $x @y   set output'"), std::string::npos);
  EXPECT_EQ(script.find("\n set output"), std::string::npos);
}

TEST(Script, TakesNamesOfTicsForNoFormats) {
  Panel p{.kind = PanelKind::matrix, .title = "t", .x_names = {"5 %", "%s"}, .y_names = {"%"}};
  p.matrix = {.rows = 1, .columns = 2, .values = {1, 2}};
  const std::string script = gnuplot_script({.title = "t", .panels = {p}}, ImageFormat::svg);
  EXPECT_NE(script.find("'5 %%'"), std::string::npos);
  EXPECT_NE(script.find("'%%s'"), std::string::npos);
}

/// Turned names end at their tics, so the first one needs room at the left.
TEST(Script, LongNamesStayInThePicture) {
  Panel p{.series = {{.style = Style::points, .x = {0, 1}, .y = {1, 2}}}, .x_names = {"a", "b"}};
  EXPECT_NE(
      gnuplot_script({.panels = {p}}, ImageFormat::svg).find("set xtics noenhanced scale 0 norotate ('a' 0, 'b' 1)"),
      std::string::npos);
  p.x_names = {std::string(60, 'x'), "b"};
  const Plot plot{.panels = {p}};
  const Box box = Layout(plot).panel(0);
  EXPECT_GE(box.left, 0.7 * 60 * name_character);
  EXPECT_GE(Layout(plot).height() - box.bottom, 0.7 * 60 * name_character);
  EXPECT_NE(gnuplot_script(plot, ImageFormat::svg).find("rotate by 45 right"), std::string::npos);
}

TEST(Drawing, OfMatricesWhoseValuesAreHugeOrNearlyEqual) {
  if (!gnuplot_is_here()) GTEST_SKIP() << "skipped: no gnuplot";
  for (const auto& [a, b] : {std::pair{1e300, 1.0000000000000002e300}, {1.7e308, -1.7e308}, {0.0, 0.0}, {1.0, 1e-320}})
    for (const auto colours : {Colours::ascending, Colours::logarithmic, Colours::about_zero}) {
      Panel p{.kind = PanelKind::matrix, .title = "t", .x_names = {"a", "b"}, .y_names = {"c"}};
      p.matrix = {.rows = 1, .columns = 2, .values = {a, b}, .colours = colours};
      EXPECT_NE(draw({.title = "t", .panels = {p}}, ImageFormat::svg).find("</svg>"), std::string::npos)
          << a << ' ' << b;
    }
}

TEST(Drawing, OfManyLinesHasAllInTheLegend) {
  if (!gnuplot_is_here()) GTEST_SKIP() << "skipped: no gnuplot";
  Panel p;
  for (int i = 10; i < 50; ++i)
    p.series.push_back({.label = "line " + std::to_string(i), .colour = "#000000", .x = {1, 2}, .y = {1, double(i)}});
  for (const double width : {0.0, 325.0}) {
    const std::string svg = draw({.panels = {p}, .width = width}, ImageFormat::svg);
    for (const auto& s : p.series) EXPECT_NE(svg.find(">" + s.label + "<"), svg.npos) << s.label << ' ' << width;
  }
}

/// gnuplot's images of one row or one column are empty.
TEST(Drawing, OfAMatrixWithOneRowHasACellForEachValue) {
  if (!gnuplot_is_here()) GTEST_SKIP() << "skipped: no gnuplot";
  const auto polygons = [](const Matrix& m) {
    Panel p{.kind = PanelKind::matrix, .title = "t"};
    p.x_names.assign(std::size_t(m.columns), "a"), p.y_names.assign(std::size_t(m.rows), "b");
    p.matrix = m;
    const std::string svg = draw({.title = "t", .panels = {p}}, ImageFormat::svg);
    std::size_t count = 0;
    for (auto at = svg.find("<polygon"); at != svg.npos; at = svg.find("<polygon", at + 1)) ++count;
    return count;
  };
  const std::size_t two = polygons({.rows = 1, .columns = 2, .values = {1, 2}});
  EXPECT_EQ(polygons({.rows = 1, .columns = 3, .values = {1, 1.5, 2}}), two + 1);
  EXPECT_EQ(polygons({.rows = 1, .columns = 3, .values = {1, std::nan(""), 2}}), two) << "a value that is missing";
  EXPECT_EQ(polygons({.rows = 2, .columns = 1, .values = {1, 2}}), two);
}

TEST(Script, LeavesOutWhatIsNoNumberAndEndsIntervalsAtTheAxis) {
  Plot plot = plot_of("text");
  EXPECT_NE(gnuplot_script(plot, ImageFormat::svg).find("\n2 NaN 1 2 NaN NaN\n"), std::string::npos);
  plot.panels[0].log_y = true;
  plot.panels[0].series[0].low[0] = -1;
  const std::string script = gnuplot_script(plot, ImageFormat::svg);
  EXPECT_EQ(script.find("\n1 1 -1 "), std::string::npos);
}

TEST(Script, EndsABarThatLeavesTheFrameInAnArrow) {
  Plot plot = plot_of("text");
  EXPECT_EQ(gnuplot_script(plot, ImageFormat::svg).find("head filled"), std::string::npos);
  plot.panels[0].series[0].low[0] = -100;
  const std::string script = gnuplot_script(plot, ImageFormat::svg);
  EXPECT_NE(script.find("\n1 1 NaN 1.5 0 NaN\n"), std::string::npos) << script;
  EXPECT_NE(script.find("head filled"), std::string::npos);
  if (gnuplot_is_here()) {
    EXPECT_NE(draw(plot, ImageFormat::svg).find("</svg>"), std::string::npos);
  }
}

TEST(Script, DrawsSeedsAsDotsAndAlongCurvesAsLines) {
  Plot plot = plot_of("text");
  Series& s = plot.panels[0].series[0];
  s.low.clear(), s.high.clear();
  s.seeds = {{1, 2, 3}, {2, std::nan(""), 4}};
  EXPECT_NE(gnuplot_script(plot, ImageFormat::svg).find("$p0s0e using 1:2 with points"), std::string::npos);
  EXPECT_NE(gnuplot_script(plot, ImageFormat::svg).find("$p0s0e << EOD\n1 1\n2 2\n3 3\n\n1 2\n2 NaN\n3 4\n"),
            std::string::npos);
  s.style = Style::line;
  EXPECT_NE(gnuplot_script(plot, ImageFormat::svg).find("$p0s0e using 1:2 with lines"), std::string::npos);
}

TEST(Width, IsInCentimetresOrInchesOrAColumns) {
  EXPECT_EQ(picture_width(""), 0);
  EXPECT_NEAR(picture_width("3.5in"), 336, 1e-9);
  EXPECT_NEAR(picture_width("12.7cm"), 480, 1e-9);
  EXPECT_EQ(picture_width("one-column"), picture_width("8.6cm"));
  EXPECT_EQ(picture_width("two-column"), picture_width("17.8cm"));
  for (const char* bad : {"8.6", "cm", "in", "3 columns", "1cm", "nancm", "200cm", "-8cm", "8.6mm"})
    EXPECT_THROW(picture_width(bad), Error) << bad;
}

TEST(Width, IsThatOfTheFile) {
  if (!gnuplot_is_here()) GTEST_SKIP() << "skipped: no gnuplot";
  Plot plot = plot_of("a long name of a series");
  plot.columns = 2;
  plot.panels.push_back(plot.panels[0]);
  plot.width = picture_width("one-column");
  EXPECT_NE(draw(plot, ImageFormat::svg).find("width=\"8.60cm\""), std::string::npos);
  const std::string png = draw(plot, ImageFormat::png);
  EXPECT_NE(png.find(std::string("pHYs\0\0\x2e\x23\0\0\x2e\x23\1", 13)), std::string::npos) << "300 dots per inch";
  EXPECT_EQ(png.substr(16, 4), std::string("\0\0\x03\xf8", 4)) << "1016 pixels";
}

TEST(Drawing, GivesEachFormatWhateverTheTexts) {
  if (!gnuplot_is_here()) GTEST_SKIP() << "skipped: no gnuplot";
  for (const std::string text : {"plain", "it's <b>&amp;</b> `id` \"q\" {x_1} \xff \x01 μ₁", ""}) {
    const std::string svg = draw(plot_of(text), ImageFormat::svg);
    EXPECT_EQ(svg.substr(0, 5), "<?xml");
    EXPECT_EQ(svg.find("<b>"), std::string::npos);
    EXPECT_NE(svg.find("</svg>"), std::string::npos);
    EXPECT_EQ(draw(plot_of(text), ImageFormat::pdf).substr(0, 5), "%PDF-");
    EXPECT_EQ(draw(plot_of(text), ImageFormat::png).substr(1, 3), "PNG");
  }
}

TEST(Drawing, PutsNoMarksOfSizeZeroOnIntervals) {
  if (!gnuplot_is_here()) GTEST_SKIP() << "skipped: no gnuplot";
  Plot plot = plot_of("text");
  plot.panels[0].series[0].y[1] = 2;
  EXPECT_EQ(draw(plot, ImageFormat::svg).find("scale(0.00)"), std::string::npos);
}

TEST(Drawing, OfMatricesAndSpaceAndNothingAtAll) {
  if (!gnuplot_is_here()) GTEST_SKIP() << "skipped: no gnuplot";
  Panel matrix{.kind = PanelKind::matrix};
  matrix.matrix = {2, 2, 1, {1, -1, std::nan(""), 0}};
  Panel space{.kind = PanelKind::space};
  space.series.push_back(
      {.label = "a", .colour = "#ff0000", .style = Style::arrows, .x = {0, 1}, .y = {0, 1}, .z = {0, 1}});
  Panel constant = matrix, nothing = matrix;
  constant.matrix.values = {7, 7, 7, 7};
  nothing.matrix.values.assign(4, std::nan(""));
  for (const Plot& plot : {Plot{.columns = 2, .panels = {matrix, space}},
                           Plot{.columns = 2, .panels = {constant, nothing}}, Plot{.panels = {Panel{}}}, Plot{}})
    EXPECT_NE(draw(plot, ImageFormat::svg).find("</svg>"), std::string::npos);
}

TEST(Drawing, SaysThatGnuplotIsNotThereOrWhyItFailed) {
  const TemporaryFolder folder;
  const auto refusal = [&] {
    try {
      draw(plot_of("text"), ImageFormat::svg);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  {
    const Path none(folder.file("bin"));
    EXPECT_NE(refusal().find("install it (Debian and Ubuntu: gnuplot-nox)"), std::string::npos) << refusal();
  }
  ASSERT_EQ(std::system(("mkdir '" + folder.file("bin") + "' && printf '#!/bin/sh\\necho no font >&2\\nexit 3\\n' > '" +
                         folder.file("bin/gnuplot") + "' && chmod +x '" + folder.file("bin/gnuplot") + "'")
                            .c_str()),
            0);
  const Path broken(folder.file("bin") + ":" + std::getenv("PATH"));
  EXPECT_EQ(refusal(), "figure: gnuplot ended with exit status 3; it last said: no font");
}

TEST(EmptyPanels, AreLeftOutByRowsAndColumnsAndKeepTheirPlacesElsewhere) {
  const auto titles = [](int columns, const std::vector<std::string>& names) {
    Plot plot{.columns = columns};
    for (const auto& name : names) {
      plot.panels.push_back({.title = name});
      if (name != "-") plot.panels.back().matrix.values = {1};
    }
    drop_empty(plot);
    std::string text = std::to_string(plot.columns) + ":";
    for (const auto& panel : plot.panels) text += panel.title;
    return text;
  };
  EXPECT_EQ(titles(3, {"a", "-", "c", "d", "-", "-"}), "2:acd-");
  EXPECT_EQ(titles(2, {"-", "-", "c", "d"}), "2:cd");
  EXPECT_EQ(titles(2, {"-", "-"}), "1:");
}

TEST(Format, IsTheFilesEnding) {
  EXPECT_EQ(image_format("a/b.svg"), ImageFormat::svg);
  EXPECT_EQ(image_format("b.png"), ImageFormat::png);
  EXPECT_THROW(image_format("b.gif"), Error);
  EXPECT_THROW(image_format("svg"), Error);
}

}  // namespace
}  // namespace icsweep
