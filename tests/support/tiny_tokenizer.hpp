// Tokenizer files that are small enough to check by hand: visible ASCII, blank, carriage return, line feed and the
// bytes of é.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/base/temporary_folder.hpp"

namespace icsweep::test {

struct TinyTokenizer {
  /// `merge_lines` are the lines of the merges file. The tokens that they form are added to the vocabulary.
  explicit TinyTokenizer(const TemporaryFolder& folder, const std::vector<std::string>& merge_lines = {"h e", "l l"})
      : merges(folder.file("merges.txt")), vocabulary(folder.file("vocab.json")) {
    for (char c = '!'; c <= '~'; ++c) add({c});
    for (const char* written : {"Ġ", "č", "Ċ", "Ã", "©"}) add(written);
    std::ofstream file(merges);
    file << "#version: 0.2\n";
    for (const auto& line : merge_lines) {
      file << line << '\n';
      add(std::string(line).erase(line.find(' '), 1));
    }
    write_vocabulary();
  }
  int id(const std::string& token) const { return ids.at(token); }
  void write_vocabulary() const { std::ofstream(vocabulary) << ids.dump(); }

  std::string merges, vocabulary;
  nlohmann::json ids;

 private:
  void add(const std::string& token) {
    if (!ids.contains(token)) ids[token] = int(ids.size());
  }
};

}  // namespace icsweep::test
