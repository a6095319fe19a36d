#include "surefoot/msgs/json_text.h"

#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/msgs/json_reader.h"

namespace surefoot::msgs {

/// The last character determines whether a comma is needed; no stack of brackets is kept.
void JsonText::Separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

JsonText& JsonText::Open(char bracket) {
  Separate();
  text_ += bracket;
  return *this;
}

JsonText& JsonText::Close(char bracket) {
  text_ += bracket;
  return *this;
}

JsonText& JsonText::Key(const std::string& name) {
  Text(name);
  text_ += ':';
  return *this;
}

JsonText& JsonText::Text(std::string_view text) {
  Separate();
  AppendJsonText(text, &text_);
  return *this;
}

JsonText& JsonText::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

/// With limited digits, -0 is written as 0.
JsonText& JsonText::Number(double value) {
  Separate();
  if (digits_ == 0 || !std::isfinite(value)) {
    AppendJsonNumber(value, &text_);
  } else {
    text_ += NumberText(value == 0.0 ? 0.0 : value, digits_);
  }
  return *this;
}

JsonText& JsonText::Integer(long long value) {
  Separate();
  text_ += std::to_string(value);
  return *this;
}

JsonText& JsonText::Flag(bool value) {
  Separate();
  text_ += value ? "true" : "false";
  return *this;
}

JsonText& JsonText::Texts(const std::string& key, const std::vector<std::string>& texts) {
  Key(key).BeginArray();
  for (const std::string& text : texts) Text(text);
  return EndArray();
}

JsonText& JsonText::Numbers(const std::string& key, const double* values, int count) {
  Key(key).BeginArray();
  for (int i = 0; i < count; ++i) Number(values[i]);
  return EndArray();
}

JsonText& JsonText::Pose(const std::string& key, const RigidTransform& X) {
  const double values[7] = {X.p.x(), X.p.y(), X.p.z(), X.q.x(), X.q.y(), X.q.z(), X.q.w()};
  return Numbers(key, values, 7);
}

}  // namespace surefoot::msgs
