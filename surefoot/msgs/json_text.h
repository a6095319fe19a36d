#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::msgs {

/// Writes JSON, piece by piece. Commas come by themselves; numbers that are not finite are null,
/// bytes that are no UTF-8 a replacement character.
class JsonText {
 public:
  /// With all digits of numbers.
  JsonText() = default;
  /// With so many.
  explicit JsonText(int digits) : digits_(digits) {}

  JsonText& BeginObject() { return Open('{'); }
  JsonText& EndObject() { return Close('}'); }
  JsonText& BeginArray() { return Open('['); }
  JsonText& EndArray() { return Close(']'); }
  JsonText& Key(const std::string& name);

  JsonText& Text(std::string_view text);
  /// What is JSON already.
  JsonText& Raw(std::string_view json);
  JsonText& Number(double value);
  JsonText& Integer(long long value);
  JsonText& Flag(bool value);

  /// A key and its value.
  JsonText& Text(const std::string& key, std::string_view text) { return Key(key).Text(text); }
  JsonText& Raw(const std::string& key, std::string_view json) { return Key(key).Raw(json); }
  JsonText& Number(const std::string& key, double value) { return Key(key).Number(value); }
  JsonText& Integer(const std::string& key, long long value) { return Key(key).Integer(value); }
  JsonText& Flag(const std::string& key, bool value) { return Key(key).Flag(value); }
  JsonText& Texts(const std::string& key, const std::vector<std::string>& texts);
  JsonText& Numbers(const std::string& key, const double* values, int count);
  JsonText& Vector(const std::string& key, const Vector3d& v) { return Numbers(key, v.data(), 3); }
  /// x y z qx qy qz qw.
  JsonText& Pose(const std::string& key, const RigidTransform& X);

  const std::string& text() const { return text_; }

 private:
  JsonText& Open(char bracket);
  JsonText& Close(char bracket);
  /// Before a value or a key.
  void Separate();

  std::string text_;
  int digits_ = 0;
};

}  // namespace surefoot::msgs
