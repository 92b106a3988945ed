// Named parts of a model's flat parameter block.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace icsweep {

/// A named matrix (rows×columns, as PyTorch's nn.Linear stores it) or vector (columns = 1) in the flat parameter block.
struct ParameterView {
  std::string name;
  int offset, rows, columns;
  int count() const { return rows * columns; }
  /// True for a weight or bias of a norm.
  bool is_norm() const { return name.find("norm.") != std::string::npos; }
};

/// Number of parameters P. The views cover the block without gaps.
inline int parameter_count(const std::vector<ParameterView>& views) {
  return views.empty() ? 0 : views.back().offset + views.back().count();
}

/// Builds the views of a flat block, one part after the other.
class ParameterViews {
 public:
  void add(std::string name, int rows, int columns) {
    views_.push_back({std::move(name), count_, rows, columns});
    count_ += rows * columns;
  }
  /// Adds a weight (rows×columns) and a bias (rows).
  void add_linear(const std::string& name, int rows, int columns) {
    add(name + ".weight", rows, columns);
    add(name + ".bias", rows, 1);
  }
  std::vector<ParameterView> take() { return std::move(views_); }

 private:
  std::vector<ParameterView> views_;
  int count_ = 0;
};

}  // namespace icsweep
