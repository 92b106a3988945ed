#include "io/figures/gnuplot.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace icsweep {
namespace {

const std::string command = "icsweep plot a.h5 t --where 'x < 3 & \"é\"'";

Plot some_plot() {
  Panel panel;
  panel.series.push_back({.label = "a", .colour = "#000000", .x = {1, 2}, .y = {1, 2}});
  return {.title = "a <title>", .command = command, .panels = {panel}};
}

TEST(Metadata, OfSvgIsTitleAndDescription) {
  std::string svg = "<svg><title>Gnuplot</title><desc>Produced</desc></svg>";
  add_metadata(svg, ImageFormat::svg, "t", command);
  EXPECT_EQ(svg, "<svg><title>t</title><desc>icsweep plot a.h5 t --where 'x &lt; 3 &amp; \"é\"'</desc></svg>");
}

TEST(Metadata, MakesTextsOfSvgXml) {
  std::string svg = "<svg><title>Gnuplot</title><text>a]]>b</text><text>]]>]]></text></svg>";
  add_metadata(svg, ImageFormat::svg, "t]]>", "");
  EXPECT_EQ(svg, "<svg><title>t]]&gt;</title><text>a]]&gt;b</text><text>]]&gt;]]&gt;</text></svg>");
  if (std::system("command -v gnuplot >/dev/null") != 0) return;
  Plot plot = some_plot();
  plot.title = plot.panels[0].title = plot.panels[0].x_label = plot.panels[0].series[0].label = "x]]><\ufffe&";
  EXPECT_EQ(draw(plot, ImageFormat::svg).find("]]>"), std::string::npos);
  EXPECT_EQ(draw(plot, ImageFormat::svg).find("\ufffe"), std::string::npos) << "no character of XML";
}

TEST(Metadata, OfPngIsATextChunkBehindTheHeader) {
  std::string png = std::string(33, 'h') + "rest";
  add_metadata(png, ImageFormat::png, "", "c");
  // Length 17, type, keyword, five zeros, text, and the "\x84\xdc\x2c\xb1" that Python's zlib.crc32 gives.
  const std::string chunk = std::string("\0\0\0\x11", 4) + "iTXtDescription" + std::string(5, '\0') + "c";
  ASSERT_EQ(png.size(), 33 + chunk.size() + 4 + 4);
  EXPECT_EQ(png.substr(33, chunk.size()), chunk);
  EXPECT_EQ(png.substr(33 + chunk.size(), 4), std::string("\x84\xdc\x2c\xb1", 4));
  EXPECT_EQ(png.substr(png.size() - 4), "rest");
}

TEST(Metadata, OfPdfIsAppendedWithItsReferences) {
  const std::string before =
      "%PDF-1.5\n1 0 obj\n<< >>\nendobj\nxref\n0 2\n...\ntrailer\n<< /Size 2\n   /Root 1 0 "
      "R\n>>\nstartxref\n31\n%%EOF\n";
  std::string pdf = before;
  add_metadata(pdf, ImageFormat::pdf, "A", "é");
  EXPECT_EQ(pdf.substr(0, before.size()), before);
  const std::string object = "2 0 obj\n<< /Title <feff0041> /Subject <feff00e9> /Creator (icsweep) >>\nendobj\n";
  EXPECT_EQ(pdf.substr(before.size(), object.size()), object);
  const std::string end = pdf.substr(before.size() + object.size());
  EXPECT_EQ(end, "xref\n2 1\n" + std::string(10 - std::to_string(before.size()).size(), '0') +
                     std::to_string(before.size()) +
                     " 00000 n \ntrailer\n<< /Size 3 /Root 1 0 R /Info 2 0 R /Prev 31 >>\nstartxref\n" +
                     std::to_string(before.size() + object.size()) + "\n%%EOF\n");
  std::string other = "%PDF-1.5 without a table";
  add_metadata(other, ImageFormat::pdf, "A", "B");
  EXPECT_EQ(other, "%PDF-1.5 without a table");
}

TEST(Metadata, IsInEveryDrawing) {
  if (std::system("command -v gnuplot >/dev/null") != 0) GTEST_SKIP() << "skipped: no gnuplot";
  EXPECT_NE(draw(some_plot(), ImageFormat::svg).find("--where 'x &lt; 3 &amp; \"é\"'</desc>"), std::string::npos);
  EXPECT_NE(draw(some_plot(), ImageFormat::png).find("iTXtDescription"), std::string::npos);
  EXPECT_NE(draw(some_plot(), ImageFormat::pdf).find("/Subject <feff0069"), std::string::npos);
}

}  // namespace
}  // namespace icsweep
