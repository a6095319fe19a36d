#include "surefoot/formats/sdf/sources.h"

#include <cmath>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

template <typename T, typename Parse>
T Parsed(const SdfNode* node, Parse parse, const T& fallback) {
  Problems ignored;
  return node != nullptr ? parse(node->text, Source{}, &ignored).value_or(fallback) : fallback;
}

}  // namespace

Source SdfSources::Of(const SdfNode& node, const std::string& part) const {
  return Source{FileOf(node).path, node.line, PathOf(node) + part};
}

world::Element SdfSources::Keep(const SdfNode& node) const {
  world::Element kept;
  kept.name = node.name;
  kept.text = Trimmed(node.text);
  kept.source = Of(node);
  kept.attributes = node.attributes;
  kept.children.reserve(node.children.size());
  for (const SdfNode& child : node.children) kept.children.push_back(Keep(child));
  return kept;
}

const SdfNode* SdfFind(const SdfNode* node, std::initializer_list<std::string_view> path) {
  for (const std::string_view name : path) {
    if (node == nullptr) return nullptr;
    node = node->Child(name);
  }
  return node;
}

double SdfNumber(const SdfNode* node, std::string_view child, double fallback) {
  return Parsed(SdfFind(node, {child}), ParseLimit, fallback);
}

bool SdfFlag(const SdfNode* node, std::string_view child, bool fallback) {
  return Parsed(SdfFind(node, {child}), ParseBool, fallback);
}

Vector3d SdfVector(const SdfNode* node, std::string_view child, const Vector3d& fallback) {
  return Parsed(SdfFind(node, {child}), ParseVector3, fallback);
}

std::string SdfText(const SdfNode* node, std::string_view child) {
  return node != nullptr ? node->ChildText(child) : std::string();
}

Vector3d UnitOf(const Vector3d& direction) {
  const double length = direction.stableNorm();
  if (!(length > 1e-9)) return Vector3d::Zero();
  return std::abs(length - 1.0) <= 1e-12 ? direction : Vector3d(direction / length);
}

}  // namespace surefoot::formats
