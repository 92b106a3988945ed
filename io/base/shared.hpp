// Values that many things have in common and that are usually the default.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace icsweep {

/// A T that copies share. The default T takes no memory.
template <class T>
class Shared {
 public:
  Shared() = default;
  template <class Content>
  requires(!std::same_as<std::remove_cvref_t<Content>, Shared> && std::convertible_to<Content, T>)
      Shared(Content&& content)
      : content_(std::make_shared<T>(std::forward<Content>(content))) {}

  const T& operator*() const {
    static const T none{};
    return content_ ? *content_ : none;
  }
  const T* operator->() const { return &**this; }
  /// The content for a change that no copy sees.
  T& change() {
    if (content_.use_count() != 1) content_ = std::make_shared<T>(**this);
    return *content_;
  }
  friend bool operator==(const Shared& a, const T& b) { return *a == b; }

 private:
  std::shared_ptr<T> content_;  // written only while it has one owner
};

}  // namespace icsweep
