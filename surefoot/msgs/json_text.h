#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::msgs {

/// Writes JSON piece by piece and inserts the commas. Values that are not finite become null, bytes
/// that are not UTF-8 a replacement character. Nesting is not checked.
///
///   JsonText json;
///   json.BeginObject().Text("name", "husky").Number("mass", 48.0).EndObject();
class JsonText {
 public:
  /// Writes numbers with all digits.
  JsonText() = default;
  /// Writes numbers with so many significant digits.
  explicit JsonText(int digits) : digits_(digits) {}

  JsonText& BeginObject() { return Open('{'); }
  JsonText& EndObject() { return Close('}'); }
  JsonText& BeginArray() { return Open('['); }
  JsonText& EndArray() { return Close(']'); }
  JsonText& Key(const std::string& name);

  JsonText& Text(std::string_view text);
  /// Inserts text that already is JSON.
  JsonText& Raw(std::string_view json);
  JsonText& Number(double value);
  JsonText& Integer(long long value);
  JsonText& Flag(bool value);

  /// A key with its value.
  JsonText& Text(const std::string& key, std::string_view text) { return Key(key).Text(text); }
  JsonText& Raw(const std::string& key, std::string_view json) { return Key(key).Raw(json); }
  JsonText& Number(const std::string& key, double value) { return Key(key).Number(value); }
  JsonText& Integer(const std::string& key, long long value) { return Key(key).Integer(value); }
  JsonText& Flag(const std::string& key, bool value) { return Key(key).Flag(value); }
  JsonText& Texts(const std::string& key, const std::vector<std::string>& texts);
  JsonText& Numbers(const std::string& key, const double* values, int count);
  JsonText& Vector(const std::string& key, const Vector3d& v) { return Numbers(key, v.data(), 3); }
  /// Seven numbers: x y z qx qy qz qw.
  JsonText& Pose(const std::string& key, const RigidTransform& X);

  const std::string& text() const { return text_; }

 private:
  JsonText& Open(char bracket);
  JsonText& Close(char bracket);
  /// Inserts a comma if necessary, before a value or a key.
  void Separate();

  std::string text_;
  int digits_ = 0;
};

}  // namespace surefoot::msgs
