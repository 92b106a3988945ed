// Values that many things have in common and that are usually the default.
#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <concepts>
#include <utility>

namespace icsweep {

/// A T that copies share, in one pointer. The default T takes no memory.
template <class T>
class Shared {
 public:
  Shared() = default;
  template <class Content>
  requires(!std::same_as<std::remove_cvref_t<Content>, Shared> && std::convertible_to<Content, T>)
      Shared(Content&& content)
      : content_(new Counted(std::forward<Content>(content))) {}

  const T& operator*() const {
    static const T none{};
    return content_ ? content_->value : none;
  }
  const T* operator->() const { return &**this; }
  /// False of a default that was not set.
  explicit operator bool() const { return bool(content_); }
  /// The content for a change that no copy sees.
  T& change() {
    if (!content_ || content_->use_count() != 1) content_ = new Counted(**this);
    return content_->value;
  }
  friend bool operator==(const Shared& a, const T& b) { return *a == b; }

 private:
  struct Counted : boost::intrusive_ref_counter<Counted> {
    template <class Content>
    explicit Counted(Content&& content) : value(std::forward<Content>(content)) {}
    T value;
  };

  boost::intrusive_ptr<Counted> content_;  // written only while it has one owner
};

}  // namespace icsweep
