#include "io/schema/identity_text.hpp"

#include <algorithm>

namespace icsweep {

IdentityText::IdentityText(const Schema& schema) : schema_(schema), text_(schema.task) {
  for (const auto& p : schema.parameters) parameters_.push_back(&p);
  std::ranges::sort(parameters_, {}, [](const Parameter* p) -> const std::string& { return p->name; });
  values_.assign(size(), Absent{});
  parts_.resize(size());
  ends_.assign(size(), text_.size());
  changed_ = size();
}

void IdentityText::set(std::size_t number, const Value& value) {
  if (is_same(values_[number], value)) return;
  values_[number] = value;
  parts_[number] = identity_part(parameters_[number], parameters_[number]->name, value);
  changed_ = std::min(changed_, number);
}

Identity IdentityText::identity() {
  if (changed_ < size()) text_.resize(changed_ == 0 ? schema_.task.size() : ends_[changed_ - 1]);
  for (; changed_ < size(); ++changed_) {
    text_ += parts_[changed_];
    ends_[changed_] = text_.size();
  }
  return Identity::of_content(text_);
}

bool IdentityText::has_its_names(const Config& config) const {
  if (config.size() != size()) return false;
  std::size_t number = 0;
  bool same = true;
  config.for_each([&](const std::string& name, const Value&) { same &= parameters_[number++]->name == name; });
  return same;
}

Identity IdentityText::identity(const Config& config) {
  if (config.is_sibling(last_)) {
    last_.for_each_own([&](std::size_t place, const Value&) { set(place, config.at_place(place)); });
    config.for_each_own([&](std::size_t place, const Value& value) { set(place, value); });
  } else {
    if (!has_its_names(config)) return icsweep::identity(schema_, config);
    std::size_t number = 0;
    config.for_each([&](const std::string&, const Value& value) { set(number++, value); });
  }
  last_ = config;
  return identity();
}

}  // namespace icsweep
