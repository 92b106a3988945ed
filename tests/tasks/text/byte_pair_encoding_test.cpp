#include "tasks/text/byte_pair_encoding.hpp"

#include <gtest/gtest.h>

#include "io/arrays/array_file.hpp"
#include "io/base/error.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/tiny_tokenizer.hpp"

namespace icsweep {
namespace {

using test::TinyTokenizer;
using Tokens = std::vector<std::string>;

class TinyEncoding : public testing::Test {
 protected:
  Tokens encode(const std::string& text, const std::vector<std::string>& merges) const {
    const TinyTokenizer tokenizer(folder_, merges);
    const std::string_view texts[] = {text};
    Tokens tokens;
    for (const int id : BytePairEncoding(tokenizer.merges, tokenizer.vocabulary).encode(texts))
      for (const auto& [token, its_id] : tokenizer.ids.items())
        if (its_id == id) tokens.push_back(token);
    return tokens;
  }
  std::string error(const TinyTokenizer& files, const std::string& text = "a") const {
    const std::string_view texts[] = {text};
    try {
      BytePairEncoding(files.merges, files.vocabulary).encode(texts);
    } catch (const Error& e) {
      std::string what = e.what();
      for (auto at = what.find(folder_.file("")); at != what.npos; at = what.find(folder_.file("")))
        what.erase(at, folder_.file("").size());
      return what;
    }
    return "";
  }
  TemporaryFolder folder_;
};

TEST_F(TinyEncoding, TheMostUrgentPairIsMergedFirstWhereverItStands) {
  EXPECT_EQ(encode("abc", {"b c", "a b"}), (Tokens{"a", "bc"}));
  EXPECT_EQ(encode("abc", {"a b", "b c"}), (Tokens{"ab", "c"}));
  EXPECT_EQ(encode("abc", {"b c", "a b", "a bc"}), (Tokens{"abc"}));
  EXPECT_EQ(encode("hello", {"h e", "l l", "he ll", "hell o"}), (Tokens{"hello"}));
}

TEST_F(TinyEncoding, EveryOccurrenceIsMergedFromTheLeft) {
  EXPECT_EQ(encode("aaaaa", {"a a"}), (Tokens{"aa", "aa", "a"}));
  EXPECT_EQ(encode("aaaaa", {"a a", "aa aa"}), (Tokens{"aaaa", "a"}));
}

TEST_F(TinyEncoding, MergesDoNotCrossWordsAndABlankBelongsToTheWordAfterIt) {
  EXPECT_EQ(encode("ab ab", {"b Ġ", "Ġ a", "a b"}), (Tokens{"ab", "Ġa", "b"}));
  EXPECT_EQ(encode("a  b", {"Ġ Ġ", "Ġ b"}), (Tokens{"a", "Ġ", "Ġb"}));
  EXPECT_EQ(encode("it's", {"t '", "' s"}), (Tokens{"i", "t", "'s"}));
  EXPECT_EQ(encode("a1", {"a 1"}), (Tokens{"a", "1"}));
}

TEST_F(TinyEncoding, ACarriageReturnAndALineFeedBeforeAWordAreTwoTokens) {
  EXPECT_EQ(encode("a\r\nb", {"č Ċ"}), (Tokens{"a", "č", "Ċ", "b"}));
}

TEST_F(TinyEncoding, LettersBeyondAsciiAreSeveralBytesOfOneWord) {
  EXPECT_EQ(encode("né", {"Ã ©", "n Ã©"}), (Tokens{"nÃ©"}));
}

TEST_F(TinyEncoding, TextsAreEncodedOneAfterTheOther) {
  const TinyTokenizer t(folder_, {"a b"});
  const std::string_view texts[] = {"a", "b", "", "ab"};
  EXPECT_EQ(BytePairEncoding(t.merges, t.vocabulary).encode(texts),
            (std::vector<int>{t.id("a"), t.id("b"), t.id("ab")}));
}

TEST_F(TinyEncoding, WhatIsWrongIsNamedWithFileAndLine) {
  TinyTokenizer t(folder_, {"h e", "l l"});
  EXPECT_EQ(error(t), "");
  EXPECT_EQ(error(t, "a\xff"), "byte 2 is not UTF-8, convert the text to UTF-8");
  EXPECT_EQ(error(t, "ü"), "vocab.json: has no token for byte 0xbc of the text, take a byte-level one");
  std::ofstream(t.merges) << "#version: 0.2\nh e\nq q\n";
  EXPECT_EQ(error(t), "merges.txt:3: token \"qq\" is not in vocab.json, take both files of one tokenizer");
  for (const char* line : {"he", " h e", "h e ", "h  e", "h e l"}) {
    std::ofstream(t.merges) << "#version: 0.2\n" << line << "\n";
    EXPECT_EQ(error(t), "merges.txt:2: is not a merge: two tokens with a blank between them") << line;
  }
  std::ofstream(t.merges) << "";
  EXPECT_EQ(error(t), "merges.txt:1: has no merge, get the file again");
  t.ids["x"] = -1;
  t.write_vocabulary();
  EXPECT_EQ(error(t), "vocab.json: token \"x\" has no id of 0 or more");
  std::ofstream(t.vocabulary) << "{\"a\": 0,\n\"b\" 1}";
  EXPECT_EQ(error(t), "vocab.json:2: is not JSON, get the file again");
  std::ofstream(t.vocabulary) << "[1]";
  EXPECT_EQ(error(t), "vocab.json:1: is not a JSON object of tokens and their ids");
  std::filesystem::remove(t.vocabulary);
  EXPECT_EQ(error(t), "vocab.json: cannot be read (No such file or directory), check the path");
}

// Expected ids: HuggingFace's tokenizers 0.23.3 with the same two files, ByteLevel(add_prefix_space = false).
class Gpt2Encoding : public testing::Test {
 protected:
  static std::vector<int> encode(std::string_view text) {
    static const BytePairEncoding encoding(test::reference_file("data/gpt2_merges.txt"),
                                           test::reference_file("data/gpt2_vocab.json"));
    return encoding.encode({&text, 1});
  }
  void SetUp() override { ICSWEEP_NEEDS_REFERENCE("data/gpt2_merges.txt"); }
};

using Ids = std::vector<int>;

TEST_F(Gpt2Encoding, KnownTextsHaveTheirKnownIds) {
  EXPECT_EQ(encode("Hello world"), (Ids{15496, 995}));
  EXPECT_EQ(encode(" Moby Dick"), (Ids{16540, 88, 11740}));
  EXPECT_EQ(encode("naïve café, 中文 😀"), (Ids{2616, 38776, 40304, 11, 220, 40792, 23877, 229, 30325, 222}));
  EXPECT_EQ(encode("it's  we'll\r\n\r\nEnd 1851"),
            (Ids{270, 338, 220, 356, 1183, 201, 198, 201, 198, 12915, 1248, 4349}));
  EXPECT_EQ(encode("'S I'm   x"), (Ids{6, 50, 314, 1101, 220, 220, 2124}));
  EXPECT_EQ(encode("\u00a0½ Ⅷ"), (Ids{1849, 23141, 2343, 227, 100}));
}

TEST_F(Gpt2Encoding, AllOfMobyDickHasTheIdsOfHuggingFacesTokenizer) {
  const MappedFile text(test::reference_file("data/moby_dick.txt"));
  const Ids ids = encode(text.bytes());
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const int id : ids)
    for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (std::uint32_t(id) >> shift & 255)) * 16777619;
  EXPECT_EQ(ids.size(), 345550u);
  EXPECT_EQ(hash, 2071820031u);
}

}  // namespace
}  // namespace icsweep
