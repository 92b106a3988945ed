#include "engine/commands/given_options.hpp"

#include <algorithm>

#include "io/base/parsed_number.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

template <class T>
po::typed_value<T>* valued(const Option& o, T fallback) {
  auto* value = po::value<T>();
  if (!o.fallback.empty()) value->default_value(fallback, o.fallback);
  if (o.need == OptionNeed::required) value->required();
  return value;
}

po::value_semantic* semantic_of(const Option& o) {
  const std::int64_t whole = whole_number(o.fallback).value_or(0);
  switch (o.kind) {
    case OptionKind::flag:
      return po::bool_switch();
    case OptionKind::text:
      return valued<std::string>(o, o.fallback);
    case OptionKind::texts:
      return valued<std::vector<std::string>>(o, {o.fallback})->composing();
    case OptionKind::integer:
      return valued(o, int(whole));
    case OptionKind::integer64:
      return valued(o, whole);
    case OptionKind::integers64:
      return valued<std::vector<std::int64_t>>(o, {whole})->multitoken();
    case OptionKind::real:
      return valued(o, real_number(o.fallback).value_or(0));
  }
  return nullptr;
}

po::options_description described(const OptionTable& table) {
  po::options_description options;
  options.add_options()("help,h", po::bool_switch(), "");
  for (const auto& o : table.options) {
    const std::string name = o.letter ? o.name + ',' + o.letter : o.name;
    options.add_options()(name.c_str(), semantic_of(o), "");
  }
  return options;
}

/// Gives the word of an optional place to the required place behind it if that has none: `[TASK] METRIC`.
void fill_required_places(const OptionTable& table, const po::parsed_options& parsed, po::variables_map& values) {
  const auto has_no_name = [&](const Option& o) {
    return std::ranges::any_of(parsed.options,
                               [&](const auto& p) { return p.string_key == o.name && p.position_key >= 0; });
  };
  const Option* before = nullptr;
  for (const auto& o : table.options) {
    if (!o.is_place) continue;
    if (before && before->need == OptionNeed::optional && o.need == OptionNeed::required && !values.count(o.name) &&
        has_no_name(*before))
      if (auto word = values.extract(before->name)) word.key() = o.name, values.insert(std::move(word));
    before = &o;
  }
}

}  // namespace

GivenOptions::GivenOptions(const OptionTable& table, const std::vector<std::string>& words) {
  const po::options_description options = described(table);
  po::positional_options_description places;
  for (const auto& o : table.options)
    if (o.is_place) places.add(o.name.c_str(), o.takes_several() ? -1 : 1);
  const po::parsed_options parsed = po::command_line_parser(words).options(options).positional(places).run();
  po::store(parsed, values_);
  fill_required_places(table, parsed, values_);
  if (!helps()) po::notify(values_);
}

}  // namespace icsweep
