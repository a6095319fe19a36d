#include "surefoot/formats/sdf/share.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "surefoot/formats/sdf/loader.h"

namespace surefoot::formats {
namespace {

bool IsOurs(const SdfNode& node) { return node.name.rfind("surefoot:", 0) == 0; }

/// What belongs to this one model of several equal ones.
bool IsOwn(const SdfNode& child) {
  return child.name == "pose" || (IsOurs(child) && child.name != kForeign);
}

/// Everything that makes the description what it is.
void AppendContent(const SdfNode& node, std::string* text) {
  *text += '<' + node.name;
  for (const auto& [key, value] : node.attributes) *text += ' ' + key + '=' + value + '"';
  *text += '>' + node.text;
  for (const SdfNode& child : node.children) AppendContent(child, text);
  *text += '/';
}

std::string ContentOf(const SdfNode& model) {
  // Relative addresses in two files may mean different things.
  std::string text = std::to_string(model.file) + '|';
  for (const auto& [key, value] : model.attributes) {
    if (key != "name") text += ' ' + key + '=' + value + '"';
  }
  for (const SdfNode& child : model.children) {
    if (IsOwn(child)) continue;
    text += std::to_string(child.file);
    AppendContent(child, &text);
  }
  return text;
}

/// Names of models whose insides are named at the world's level.
std::set<std::string> OpenedModels(const SdfNode& world) {
  std::set<std::string> names;
  const auto add = [&](const std::string& name) {
    const std::size_t colons = name.find("::");
    if (colons != std::string::npos) names.insert(name.substr(0, colons));
  };
  for (const SdfNode& child : world.children) {
    add(child.AttributeOr("attached_to"));
    if (child.Child("pose") != nullptr) add(child.Child("pose")->AttributeOr("relative_to"));
  }
  return names;
}

/// A model that may be replaced by a placeholder.
struct Equal {
  SdfNode* model = nullptr;
  std::string first_name;
  bool is_first = false;
};

std::vector<Equal> FindEqual(SdfNode& world) {
  const std::set<std::string> opened = OpenedModels(world);
  std::map<std::string, std::string> first_names;
  std::vector<Equal> equals;
  for (SdfNode& model : world.children) {
    const std::string name = model.AttributeOr("name");
    const bool closed = model.name == "model" && opened.count(name) == 0 &&
                        model.AttributeOr("placement_frame").empty();
    if (!closed) continue;
    const auto [first, is_new] = first_names.emplace(ContentOf(model), name);
    equals.push_back(Equal{&model, first->second, is_new});
  }
  return equals;
}

SdfNode MakeNodeAt(const SdfNode& place, const std::string& name) {
  SdfNode node;
  node.name = name;
  node.file = place.file;
  node.line = place.line;
  return node;
}

void RemoveOwn(SdfNode* model) {
  model->children.erase(std::remove_if(model->children.begin(), model->children.end(), IsOwn),
                        model->children.end());
}

SdfNode Placeholder(const SdfNode& model, const std::string& same_as) {
  SdfNode placeholder = MakeNodeAt(model, "frame");
  placeholder.attributes = {{"name", model.AttributeOr("name")}};
  for (const SdfNode& child : model.children) {
    if (IsOwn(child)) placeholder.children.push_back(child);
  }
  SdfNode same = MakeNodeAt(model, kSameAs);
  same.foreign = true;
  same.SetAttribute("name", same_as);
  placeholder.children.push_back(std::move(same));
  return placeholder;
}

/// A file with an empty world, like the given one.
SdfNode EmptyPiece(const SdfNode& root, const SdfNode& world) {
  SdfNode piece = MakeNodeAt(root, root.name);
  piece.attributes = root.attributes;
  SdfNode empty = MakeNodeAt(world, "world");
  empty.attributes = world.attributes;
  piece.children.push_back(std::move(empty));
  return piece;
}

}  // namespace

SharedWorld ShareModels(SdfNode root, int piece_size) {
  SharedWorld shared;
  SdfNode* world = root.Child("world");
  if (world == nullptr) {
    shared.root = std::move(root);
    return shared;
  }
  const std::vector<Equal> equals = FindEqual(*world);
  int different = 0;
  for (const Equal& equal : equals) different += equal.is_first ? CountNodes(*equal.model) : 0;
  const bool in_pieces = different > piece_size;
  int in_piece = 0;
  for (const Equal& equal : equals) {
    if (equal.is_first && !in_pieces) continue;
    SdfNode content = std::exchange(*equal.model, Placeholder(*equal.model, equal.first_name));
    if (!equal.is_first) continue;
    RemoveOwn(&content);
    const int count = CountNodes(content);
    if (shared.pieces.empty() || in_piece + count > piece_size) {
      shared.pieces.push_back(EmptyPiece(root, *world));
      in_piece = 0;
    }
    shared.pieces.back().children[0].children.push_back(std::move(content));
    in_piece += count;
  }
  shared.root = std::move(root);
  return shared;
}

}  // namespace surefoot::formats
