#include "surefoot/events/words.h"

#include <cmath>

#include "surefoot/base/text.h"

// A command line is parsed word by word; the first error is kept and names the word.

namespace surefoot::events {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

Words::Words(const std::string& line) : line_(line) {
  std::size_t i = 0;
  while (i < line.size()) {
    while (i < line.size() && IsBlank(line[i])) ++i;
    if (i >= line.size()) break;
    Word word;
    word.start = i;
    const bool quoted = line[i] == '"';
    if (quoted) ++i;
    while (i < line.size() && (quoted ? line[i] != '"' : !IsBlank(line[i]))) word.text += line[i++];
    word.is_open = quoted && i >= line.size();
    if (quoted) ++i;
    words_.push_back(std::move(word));
  }
}

void Words::Fail(const std::string& message) {
  if (error_.empty()) error_ = message;
}

std::string Words::Take(const std::string& what) {
  if (!error_.empty()) return "";
  if (at_end()) {
    Fail(what + " is missing");
    return "";
  }
  if (words_[next_].is_open) Fail("the quotation mark before " + what + " is not closed");
  return words_[next_++].text;
}

double Words::Number(const std::string& what) {
  const std::string text = Take(what);
  double value = 0.0;
  if (error_.empty() && !ParseFinite(text, &value)) {
    Fail(what + " must be a number, not '" + text + "'");
  }
  return error_.empty() ? value : 0.0;
}

double Words::Number(const std::string& what, double min, double max) {
  const double value = Number(what);
  if (!error_.empty() || (value >= min && value <= max)) return value;
  const std::string text = StrFormat(" must lie between %g and %g, not %g", min, max, value);
  Fail(what + text);
  return min;
}

long long Words::Integer(const std::string& what, long long min, long long max) {
  const std::string text = Take(what);
  long long value = 0;
  const bool whole = FromChars(text, &value);
  if (error_.empty() && !(whole && value >= min && value <= max)) {
    Fail(what + " must be a whole number from " + std::to_string(min) + " to " +
         std::to_string(max) + ", not '" + text + "'");
  }
  return error_.empty() ? value : min;
}

Vector3d Words::Vector(const std::string& what) {
  const double x = Number("x of " + what);
  const double y = Number("y of " + what);
  const double z = Number("z of " + what);
  return Vector3d(x, y, z);
}

RigidTransform Words::Pose() {
  const Vector3d p = Vector("the place");
  if (!IsNumber()) return RigidTransform(p);
  const double roll = Number("roll");
  const double pitch = Number("pitch");
  const double yaw = Number("yaw");
  return RigidTransform(QuaternionFromRpy(roll, pitch, yaw), p);
}

bool Words::IsNumber() const {
  double value = 0.0;
  return error_.empty() && !at_end() && ParseFinite(words_[next_].text, &value);
}

bool Words::TakeIf(const std::string& word) {
  if (!error_.empty() || at_end() || words_[next_].text != word) return false;
  ++next_;
  return true;
}

void Words::Expect(const std::string& word) {
  if (!error_.empty() || TakeIf(word)) return;
  Fail("expected '" + word + "'" + (at_end() ? "" : ", not '" + words_[next_].text + "'"));
}

std::string Words::Choice(const std::string& what, const std::vector<std::string>& accepted) {
  const std::string word = Take(what);
  for (const std::string& known : accepted) {
    if (word == known) return word;
  }
  if (error_.empty()) Fail(what + " must be one of: " + Joined(accepted) + "; not '" + word + "'");
  return accepted.front();
}

std::string Words::Rest() {
  if (!error_.empty() || at_end()) return "";
  std::string rest = line_.substr(words_[next_].start);
  while (!rest.empty() && IsBlank(rest.back())) rest.pop_back();
  next_ = words_.size();
  return rest;
}

Status Words::Finish() {
  if (error_.empty() && !at_end()) Fail("unexpected word '" + words_[next_].text + "'");
  return error_.empty() ? Status() : Status(Error{error_});
}

}  // namespace surefoot::events
