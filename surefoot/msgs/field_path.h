#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// "linear, angular".
std::string FieldNames(const TypeInfo& type);

/// Sets the field that a path like "twist.linear.x" names from text, "1;2;3" for arrays. An empty
/// string: done; otherwise what is wrong.
std::string SetField(const TypeInfo& type, const std::string& path, const std::string& text,
                     void* message);
template <typename T>
std::string SetField(const std::string& path, const std::string& text, T* message) {
  return SetField(T::type(), path, text, message);
}

/// Where a number stands in the messages of one type: "angular_velocity.x", "ranges[3]". Found once
/// by name, then read and written without searching or allocating.
class FieldPath {
 public:
  /// The error tells which fields there are.
  static Result<FieldPath> Make(const TypeInfo& type, const std::string& path);

  /// Truth values as 0 and 1; nothing when an array is shorter than the index.
  std::optional<double> Get(const void* message) const;
  /// Rounded for whole numbers. False, and nothing is changed, when the value does not fit or the
  /// array is too short.
  bool Set(double value, void* message) const;

 private:
  struct Step {
    int field = 0;
    std::size_t item = 0;
  };
  struct Place {
    void* item = nullptr;
    FieldRef::Kind kind = FieldRef::Kind::kMessage;
  };
  explicit FieldPath(const TypeInfo* type) : type_(type) {}
  /// Takes one step more, from a message of `type` on; the field's kind and type come back.
  Status Add(const TypeInfo& type, const std::string& part, FieldRef::Kind* kind,
             const TypeInfo** next);
  Place Find(void* message) const;

  const TypeInfo* type_;
  std::vector<Step> steps_;
};

}  // namespace surefoot::msgs
