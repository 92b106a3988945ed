#include "io/figures/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "io/base/error.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

std::string escaped_xml(const std::string& text) {
  std::string escaped;
  for (const char c : printable(text))
    escaped += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return escaped;
}

/// Escapes "]]>", which gnuplot writes unchanged and XML forbids in text.
void mend_texts(std::string& svg) {
  for (auto at = svg.find("]]>"); at != std::string::npos; at = svg.find("]]>", at)) svg.replace(at + 2, 1, "&gt;");
}

/// Replaces the text of an element that gnuplot writes once.
void set_svg_text(std::string& svg, const std::string& element, const std::string& text) {
  const auto begin = svg.find("<" + element + ">"), end = svg.find("</" + element + ">");
  if (text.empty() || begin == std::string::npos || end == std::string::npos) return;
  svg.replace(begin + element.size() + 2, end - begin - element.size() - 2, escaped_xml(text));
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += char(number >> shift & 0xff);
  return bytes;
}

/// PNG's CRC-32 (ISO 3309).
std::uint32_t checksum_of(const std::string& bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// A chunk of PNG. content: the type's four letters and the data.
std::string png_chunk(const std::string& content) {
  return big_endian(std::uint32_t(content.size() - 4)) + content + big_endian(checksum_of(content));
}

/// Inserts chunks behind the header.
void insert_into_png(std::string& png, const std::string& chunks) {
  constexpr std::size_t header = 8 + 12 + 13;  // signature and IHDR
  if (png.size() > header) png.insert(header, chunks);
}

/// An uncompressed iTXt chunk without a language.
std::string png_text(const std::string& keyword, const std::string& text) {
  return text.empty() ? "" : png_chunk("iTXt" + keyword + std::string(5, '\0') + printable(text));
}

constexpr double pixels_per_inch = 96, cm_per_inch = 2.54;

/// Replaces the first ` NAME="…"`, which is the root's, by centimetres.
void set_centimetres(std::string& svg, const std::string& name) {
  const auto at = svg.find(' ' + name + "=\"");
  if (at == std::string::npos) return;
  const auto begin = at + name.size() + 3, end = svg.find('"', begin);
  const auto pixels = real_number(svg.substr(begin, end - begin));
  if (pixels) svg.replace(begin, end - begin, fmt::format("{:.2f}cm", *pixels / pixels_per_inch * cm_per_inch));
}

/// A PDF text string: UTF-16 with a byte order mark, in hexadecimal. The text is printable, so its UTF-8 is valid.
std::string pdf_text(const std::string& text) {
  std::string hex = "<feff";
  const std::string bytes = printable(text);
  for (std::size_t i = 0; i < bytes.size();) {
    const auto first = std::uint8_t(bytes[i]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    std::uint32_t code = length == 1 ? first : first & (0xff >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) code = code << 6 | (std::uint8_t(bytes[i + k]) & 0x3f);
    if (code < 0x10000) hex += fmt::format("{:04x}", code);
    else hex += fmt::format("{:04x}{:04x}", 0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff));
    i += length;
  }
  return hex + ">";
}

/// The trailer's text from `name` to the next name or the end.
std::string trailer_value(const std::string& trailer, const std::string& name) {
  const auto at = trailer.find(name);
  if (at == std::string::npos) return "";
  const auto end = trailer.find_first_of("/>", at + name.size());
  std::string value = trailer.substr(at + name.size(), end - at - name.size());
  value.erase(0, value.find_first_not_of(" \r\n"));
  return value.substr(0, value.find_last_not_of(" \r\n") + 1);
}

/// Appends an object with the information, and a cross-reference section and trailer that refer to it (ISO 32000-1,
/// 7.5.6).
void add_to_pdf(std::string& pdf, const std::string& title, const std::string& command) {
  const auto trailer_at = pdf.rfind("\ntrailer"), start_at = pdf.rfind("startxref");
  if (trailer_at == std::string::npos || start_at == std::string::npos || start_at < trailer_at) return;
  const std::string trailer = pdf.substr(trailer_at, start_at - trailer_at);
  const std::string root = trailer_value(trailer, "/Root"), size = trailer_value(trailer, "/Size");
  const long number = whole_number(size).value_or(0);
  if (root.empty() || number <= 0) return;
  const long before = std::strtol(pdf.c_str() + start_at + 9, nullptr, 10);  // of gnuplot, with a line break
  if (pdf.back() != '\n') pdf += '\n';
  const std::size_t object_at = pdf.size();
  pdf += fmt::format("{} 0 obj\n<<", number);
  if (!title.empty()) pdf += " /Title " + pdf_text(title);
  if (!command.empty()) pdf += " /Subject " + pdf_text(command);
  pdf += " /Creator (icsweep) >>\nendobj\n";
  const std::size_t references_at = pdf.size();
  pdf += fmt::format("xref\n{} 1\n{:010} 00000 n \n", number, object_at);
  pdf += fmt::format("trailer\n<< /Size {} /Root {} /Info {} 0 R /Prev {} >>\nstartxref\n{}\n%%EOF\n", number + 1, root,
                     number, before, references_at);
}

}  // namespace

double picture_width(const std::string& text) {
  if (text.empty()) return 0;
  const auto refuse = [&](const char* why) {
    throw Error(ErrorKind::config,
                fmt::format("--width {}: {}, such as 8.6cm, 3.4in, one-column or two-column", text, why));
  };
  const std::string length = text == "one-column" ? "8.6cm" : text == "two-column" ? "17.8cm" : text;
  const bool in_cm = length.ends_with("cm");
  const auto number = real_number(length.substr(0, length.size() - std::min<std::size_t>(2, length.size())));
  if ((!in_cm && !length.ends_with("in")) || !number) refuse("name a width in cm or inches");
  const double cm = *number * (in_cm ? 1 : cm_per_inch);
  if (!(cm >= 5 && cm <= 100)) refuse("a picture is 5 to 100 cm wide");
  return cm / cm_per_inch * pixels_per_inch;
}

double png_scale(const Plot& plot) {
  return plot.width > 0 ? 300 / pixels_per_inch : 2;
}

void add_size(std::string& picture, ImageFormat format, const Plot& plot) {
  if (plot.width <= 0) return;
  if (format == ImageFormat::svg) set_centimetres(picture, "width"), set_centimetres(picture, "height");
  const std::string dots =
      big_endian(std::uint32_t(std::lround(png_scale(plot) * pixels_per_inch / (cm_per_inch / 100))));
  if (format == ImageFormat::png) insert_into_png(picture, png_chunk("pHYs" + dots + dots + '\1'));
}

void add_metadata(std::string& picture, ImageFormat format, const std::string& title, const std::string& command) {
  switch (format) {
    case ImageFormat::svg:
      if (picture.find("<![CDATA[") == std::string::npos) mend_texts(picture);
      set_svg_text(picture, "title", title);
      return set_svg_text(picture, "desc", command);
    case ImageFormat::png:
      return insert_into_png(picture, png_text("Title", title) + png_text("Description", command));
    case ImageFormat::pdf:
      return add_to_pdf(picture, title, command);
  }
}

}  // namespace icsweep
