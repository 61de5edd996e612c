// A value, or the reason why there is none. For faults of the world (files, databases); faults of
// the text are diagnostics (text/diagnostic.hpp), faults of the program are asserts.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace nuskha::text {

template <class E>
struct Failure {
  E error;
};
template <class E>
Failure(E) -> Failure<E>;

template <class T, class E = std::string>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure<E> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const E& error() const {
    assert(!*this);
    return std::get<1>(state_);
  }

 private:
  const T& value() const {
    assert(*this);
    return std::get<0>(state_);
  }
  T& value() {
    assert(*this);
    return std::get<0>(state_);
  }
  std::variant<T, E> state_;
};

}  // namespace nuskha::text
