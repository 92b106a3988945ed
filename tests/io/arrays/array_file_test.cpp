#include "io/arrays/array_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <numeric>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

template <class T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  const std::string header = dictionary + "\n";
  std::string file = "\x93NUMPY";
  file += {char(version), 0, char(header.size() & 255), char(header.size() >> 8)};
  if (version > 1) file += {0, 0};
  return file + header + data;
}

std::string safetensors(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + header + data;
}

const std::string two_by_three =
    npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", raw<float>({1, 2, 3, 4, 5, 6}));
const std::string tensors = safetensors(
    R"({"__metadata__":{"format":"pt"},"m":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},)"
    R"("half":{"dtype":"F16","shape":[6],"data_offsets":[16,28]},"brain":{"dtype":"BF16","shape":[3],"data_offsets":[28,34]},)"
    R"("wide":{"dtype":"F64","shape":[1,1,1],"data_offsets":[34,42]}})",
    raw<float>({1, 2, 3, 4}) + raw<std::uint16_t>({0x3c00, 0xc000, 0x0001, 0x7bff, 0xfc00, 0x7e00}) +
        raw<std::uint16_t>({0x3f80, 0xc049, 0x0000}) + raw<double>({0.1}));

class ArrayFiles : public testing::Test {
 protected:
  std::string saved(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_.file(name), std::ios::binary) << bytes;
    return folder_.file(name);
  }
  std::vector<double> values(const std::string& name, const std::string& bytes, const std::string& tensor = "") const {
    return ArrayFile(saved(name, bytes), tensor).values();
  }
  /// The error on opening the file, without the folder's name; "" without an error.
  std::string error(const std::string& name, const std::string& bytes, const std::string& tensor = "") const {
    try {
      ArrayFile(saved(name, bytes), tensor);
    } catch (const Error& e) {
      const std::string what = e.what(), folder = folder_.file("");
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      return what.starts_with(folder) ? what.substr(folder.size()) : what;
    }
    return "";
  }
  TemporaryFolder folder_;
};

using Values = std::vector<double>;

TEST_F(ArrayFiles, NpyOfEveryFormatTypeAndOrder) {
  const Values expected{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(values("a.npy", two_by_three), expected);
  for (const int version : {1, 2, 3})
    EXPECT_EQ(values("a.npy", npy("{\"shape\":(3,2),'fortran_order':True,'descr':'<f8'}",
                                  raw<double>({1, 3, 5, 2, 4, 6}), version)),
              expected);
  EXPECT_EQ(values("a.npy", npy("{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }",
                                raw<std::uint16_t>({0x3c00, 0x3800}))),
            (Values{1, 0.5}));
  EXPECT_EQ(values("a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", raw<double>({7}))),
            Values{7});
}

TEST_F(ArrayFiles, RowsAreSlicesOfTheFirstAxisInEitherOrder) {
  Values data(24), row(6);
  std::iota(data.begin(), data.end(), 0.0);
  const ArrayFile c(saved("c.npy", npy("{'descr':'<f8','fortran_order':False,'shape':(4,2,3)}", raw(data))));
  Values fortran(24);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k) fortran[i + 4 * (j + 2 * k)] = (i * 2 + j) * 3 + k;
  const ArrayFile f(saved("f.npy", npy("{'descr':'<f8','fortran_order':True,'shape':(4,2,3)}", raw(fortran))));
  EXPECT_EQ(c.shape(), (std::vector<std::int64_t>{4, 2, 3}));
  for (const ArrayFile* file : {&c, &f}) {
    file->row(2, row);
    EXPECT_EQ(row, (Values{12, 13, 14, 15, 16, 17}));
    EXPECT_EQ(file->values(), data);
    EXPECT_THROW(file->row(4, row), std::out_of_range);
    EXPECT_THROW(file->read(20, row), std::out_of_range);
  }
}

TEST_F(ArrayFiles, WrittenValuesAreReadBackWithTheirShape) {
  const Values wide{0.1, -2, INFINITY, 4e300, 5, 6};
  const std::vector<float> narrow{0.1f, 2};
  write_npy(folder_.file("w.npy"), {3, 2}, wide);
  write_npy(folder_.file("n.npy"), {2}, narrow);
  EXPECT_EQ(ArrayFile(folder_.file("w.npy")).values(), wide);
  EXPECT_EQ(ArrayFile(folder_.file("w.npy")).shape(), (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(ArrayFile(folder_.file("n.npy")).values(), (Values{double(0.1f), 2}));
  EXPECT_EQ(std::filesystem::file_size(folder_.file("w.npy")), 128 + 48);  // data begin at a multiple of 64
  EXPECT_THROW(write_npy(folder_.file("no/w.npy"), {6}, wide), Error);
}

TEST_F(ArrayFiles, SafetensorsOfEveryTypeByName) {
  EXPECT_EQ(values("t.safetensors", tensors), (Values{1, 2, 3, 4}));  // the only matrix
  EXPECT_EQ(values("t.safetensors", tensors, "brain"), (Values{1, -3.140625, 0}));
  EXPECT_EQ(values("t.safetensors", tensors, "wide"), Values{0.1});
  const Values half = values("t.safetensors", tensors, "half");
  EXPECT_EQ(Values(half.begin(), half.end() - 1), (Values{1, -2, std::ldexp(1, -24), 65504, -INFINITY}));
  EXPECT_TRUE(std::isnan(half.back()));
}

TEST_F(ArrayFiles, AHeaderThatTheFileBeliesIsRefusedWithWhatBothSay) {
  EXPECT_EQ(error("a.npy", two_by_three.substr(0, two_by_three.size() - 1)),
            "a.npy: its header says shape 2x3, which takes 24 bytes, but the file holds 23; get it again");
  EXPECT_NE(error("a.npy", two_by_three + "x"), "");
  const auto claim = [&](const std::string& shape, const std::string& offsets) {
    return error("t.safetensors",
                 safetensors(R"({"w":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}",
                             std::string(16, '\0')));
  };
  EXPECT_EQ(claim("[2,2]", "[0,16]"), "");
  EXPECT_EQ(claim("[2,3]", "[0,16]"),
            "t.safetensors: tensor \"w\" has shape 2x3 in its header, which takes 24 bytes, but its data_offsets span "
            "16; get the file again");
  EXPECT_EQ(
      claim("[2,3]", "[0,24]"),
      "t.safetensors: tensor \"w\" should end at byte 24 of the data by its header, but the file holds 16; get the "
      "file again");
  for (const char* shape : {"[4611686018427387904,1]", "[4294967296,4294967296]", "[-2,-2]", "[2.0,2]", "[1e99]", "2",
                            "[18446744073709551615]", "[1,1,1,1,1,1,1,1,4]", "[\"4\"]", "null"})
    EXPECT_NE(claim(shape, "[0,16]"), "") << shape;
  for (const char* offsets : {"[16,0]", "[0]", "[0,8,16]", "[-16,0]", "[18446744073709551600,16]", "{}", "[0,null]",
                              "[8,24]", "[4611686018427387904,4611686018427387920]"})
    EXPECT_NE(claim("[2,2]", offsets), "") << offsets;
}

TEST_F(ArrayFiles, WhatIsWrongIsNamed) {
  EXPECT_NE(error("a.txt", "1 2 3").find("neither .npy nor .safetensors"), std::string::npos);
  EXPECT_NE(error("a.npy", "").find("not a .npy file"), std::string::npos);
  EXPECT_NE(
      error("a.npy", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (1,)}", std::string(8, '\0'))).find("<i8"),
      std::string::npos);
  EXPECT_EQ(error("t.safetensors", tensors, "w\nte"), "t.safetensors: has no tensor \"w\\nte\"");
  EXPECT_NE(error("t.safetensors", safetensors(R"({"i":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})", "12345678"))
                .find("I64"),
            std::string::npos);
  const std::string two = R"("dtype":"F32","shape":[1,1],"data_offsets":[0,4]})";
  EXPECT_EQ(error("t.safetensors", safetensors(R"({"a":{)" + two + R"(,"b":{)" + two + "}", "1234")),
            "t.safetensors: holds 2 matrices, name the tensor wanted; the largest: \"b\", \"a\"");
  EXPECT_NE(error("t.safetensors", safetensors("{}", "")).find("no tensor"), std::string::npos);
  EXPECT_NE(error("t.safetensors", safetensors(std::string(100'000, '['), "")).find("not a JSON"), std::string::npos);
  EXPECT_THROW(ArrayFile(folder_.file("none.npy")), Error);
  EXPECT_THROW(ArrayFile(folder_.file("")), Error);
}

/// A damaged header gives an error, or an array within the file.
void expect_error_or_within(const std::string& file, const std::function<ArrayLayout(std::string_view)>& read) {
  try {
    const ArrayLayout layout = read(file);
    long double bytes = bytes_of(layout.type);
    for (const std::int64_t n : layout.shape) bytes *= n;
    ASSERT_LE(layout.offset, file.size());
    ASSERT_LE(bytes, file.size() - layout.offset);
    ASSERT_LE(layout.shape.size(), max_axes);
  } catch (const Error&) {
  }
}

TEST_F(ArrayFiles, DamagedHeadersAreRefusedOrStayWithinTheFile) {
  const std::pair<std::string, std::function<ArrayLayout(std::string_view)>> formats[] = {
      {two_by_three, [](std::string_view f) { return read_npy_header(f, "a"); }},
      {tensors, [](std::string_view f) { return read_safetensors_header(f, "a", ""); }},
      {tensors, [](std::string_view f) { return read_safetensors_header(f, "a", "half"); }}};
  for (const auto& [file, read] : formats) {
    for (std::size_t length = 0; length < file.size(); ++length) expect_error_or_within(file.substr(0, length), read);
    for (std::size_t i = 0; i < file.size(); ++i)
      for (const int flip : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
        std::string damaged = file;
        damaged[i] = char(damaged[i] ^ flip);
        expect_error_or_within(damaged, read);
      }
  }
}

TEST_F(ArrayFiles, EveryTruncationOfANpyFileIsAnError) {
  for (std::size_t length = 0; length < two_by_three.size(); ++length)
    EXPECT_NE(error("a.npy", two_by_three.substr(0, length)), "") << length;
}

}  // namespace
}  // namespace icsweep
