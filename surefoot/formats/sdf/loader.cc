#include "surefoot/formats/sdf/loader.h"

#include <sys/mman.h>
#include <tinyxml2.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/include.h"
#include "surefoot/formats/sdf/names.h"
#include "surefoot/formats/sdf/newer.h"
#include "surefoot/formats/sdf/schema.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats {
namespace {

constexpr std::size_t kMaxIncludeDepth = 16;
/// libsdformat needs about 10 kB for each; a file of ours has some thousands.
constexpr int kMaxNodes = 400000;

std::optional<SdfVersion> ParseVersion(const std::string& text) {
  const std::string word = Trimmed(text);
  SdfVersion version;
  const char* last = word.data() + word.size();
  const auto major = std::from_chars(word.data(), last, version.major);
  if (major.ec != std::errc() || major.ptr == last || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, last, version.minor);
  if (minor.ec != std::errc() || minor.ptr != last || version.minor < 0) return std::nullopt;
  if (version.major != 1) return std::nullopt;
  return version;
}

std::string Canonical(const std::string& path) {
  std::error_code error;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

SdfNode NodeAt(const SdfNode& place, const std::string& name) {
  SdfNode node;
  node.name = name;
  node.file = place.file;
  node.line = place.line;
  return node;
}

bool IsIncluding(const std::string& name) { return name == "world" || name == "model"; }

}  // namespace

SdfSideFile::SdfSideFile(SdfText text) : text_(std::move(text)) {
  descriptor_ = ::memfd_create("surefoot-sdf", MFD_CLOEXEC);
  if (descriptor_ < 0) return;
  const std::string& bytes = text_.text();
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

SdfSideFile::~SdfSideFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

SdfLoader::SdfLoader(const ReadContext& context, const SdfSchema& schema)
    : context_(context), schema_(schema) {}

SdfLoader::~SdfLoader() = default;

Source SdfLoader::SourceOf(const SdfNode& node) const {
  return Source{files_[static_cast<std::size_t>(node.file)], node.line, PathPart(node)};
}

SdfNode SdfLoader::Load(const std::string& path) {
  const File* file = Open(path);
  if (file == nullptr || !file->ok) return SdfNode{};
  if (file->is_foreign) {
    context_.problems->Error(Source{path, file->root.line, ""},
                             "the file does not begin with <sdf>", file->root.name,
                             "write <sdf version=\"1.9\"> around its content");
    return SdfNode{};
  }
  version_ = file->version;
  return file->root;
}

const SdfLoader::File* SdfLoader::Open(const std::string& path) {
  const std::string key = stack_.empty() ? path : Canonical(path);
  const auto known = opened_.find(key);
  if (known != opened_.end()) return &known->second;
  File& file = opened_[key];
  stack_.push_back(Canonical(path));
  Parse(path, &file);
  stack_.pop_back();
  return &file;
}

void SdfLoader::Parse(const std::string& path, File* file) {
  tinyxml2::XMLDocument document;
  if (!ReadXmlFile(path, context_.problems, &document)) return;
  const int index = static_cast<int>(files_.size());
  files_.push_back(path);
  file->root = MakeNode(*document.RootElement(), index);
  node_count_ += CountNodes(file->root);
  if (node_count_ > kMaxNodes) {
    context_.problems->Error(SourceOf(file->root), "the file holds too many elements", "",
                             "at most " + std::to_string(kMaxNodes) + " are read");
    return;
  }
  file->ok = true;
  // The oldest files call their root <gazebo>.
  if (file->root.name == "gazebo") file->root.name = "sdf";
  if (file->root.name != "sdf") {
    file->is_foreign = true;
    return;
  }
  const std::optional<SdfVersion> version = ParseVersion(file->root.AttributeOr("version"));
  if (!version) {
    context_.problems->Error(SourceOf(file->root), "the version of SDF is missing or no version",
                             file->root.AttributeOr("version"),
                             "write <sdf version=\"1.9\">; 1.0 to 1.12 are read");
    file->ok = false;
    return;
  }
  file->version = *version;
  // Later versions only add; libsdformat refuses to convert down by itself.
  if (version->is_modern()) file->root.SetAttribute("version", "1.9");
  schema_.Check(*version, path, &file->root, context_.problems);
  CheckNames(*version, file->root, path, context_.problems);
  if (version->minor > 9) TranslateNewer(&file->root);
  ExpandIncludes(*version, &file->root);
}

void SdfLoader::ExpandIncludes(const SdfVersion& version, SdfNode* node) {
  for (std::size_t i = 0; i < node->children.size();) {
    SdfNode& child = node->children[i];
    if (child.name == "include" && IsIncluding(node->name)) {
      PutInPlace(version, node, &i);
      continue;
    }
    if (IsIncluding(child.name)) ExpandIncludes(version, &child);
    ++i;
  }
}

const SdfLoader::File* SdfLoader::OpenIncluded(const SdfNode& include, std::string* path) {
  const SdfNode* uri = include.Child("uri");
  if (uri == nullptr || Trimmed(uri->text).empty()) {
    context_.problems->Error(SourceOf(include), "the include has no <uri>", "",
                             "write for example <uri>model://husky</uri>");
    return nullptr;
  }
  const Source source = SourceOf(*uri);
  const Result<std::string> found =
      context_.resolver->ResolveModel(Trimmed(uri->text), source.file);
  if (!found.ok()) {
    context_.problems->Error(source, "the included model " + found.error().message);
    return nullptr;
  }
  *path = Canonical(*found);
  if (std::find(stack_.begin(), stack_.end(), *path) != stack_.end()) {
    std::string chain;
    for (const std::string& file : stack_) chain += file + " -> ";
    context_.problems->Error(source, "the file includes itself", chain + *path,
                             "remove one of these includes");
    return nullptr;
  }
  if (stack_.size() > kMaxIncludeDepth) {
    context_.problems->Error(source, "includes are nested too deeply", *path,
                             "at most " + std::to_string(kMaxIncludeDepth) + " levels are read");
    return nullptr;
  }
  const File* file = Open(*path);
  return file->ok ? file : nullptr;
}

void SdfLoader::PutInPlace(const SdfVersion& version, SdfNode* parent, std::size_t* index) {
  const SdfNode include = parent->children[*index];
  const auto erase = [&] {
    parent->children.erase(parent->children.begin() + static_cast<std::ptrdiff_t>(*index));
  };
  if (node_count_ > kMaxNodes) return erase();
  std::string path;
  const File* file = OpenIncluded(include, &path);
  if (file == nullptr) return erase();
  if (file->is_foreign) return PutForeign(path, parent, index);
  CheckInclude(include, SourceOf(include), context_.problems);
  const SdfNode* thing = IncludedThing(file->root, SourceOf(include), context_.problems);
  if (thing == nullptr) return erase();
  node_count_ += CountNodes(*thing);
  if (node_count_ > kMaxNodes) {
    context_.problems->Error(SourceOf(include), "the included files are too many or too large", "",
                             "at most " + std::to_string(kMaxNodes) + " elements are read");
    return erase();
  }
  const bool modern = version.is_modern() && file->version.is_modern();
  if (!modern || NeedsLibrary(include)) return PutSideFile(include, *file, parent, index);
  if (!IsMerge(include)) {
    parent->children[*index] = WithOverrides(include, *thing);
    ++*index;
    return;
  }
  if (!MergesPlainly(parent->children[*index], *thing, *parent)) {
    return PutSideFile(include, *file, parent, index);
  }
  const std::vector<SdfNode> parts = MergedParts(include, *thing);
  erase();
  parent->children.insert(parent->children.begin() + static_cast<std::ptrdiff_t>(*index),
                          parts.begin(), parts.end());
  *index += parts.size();
}

void SdfLoader::PutForeign(const std::string& path, SdfNode* parent, std::size_t* index) {
  const SdfNode include = parent->children[*index];
  SdfNode foreign = NodeAt(include, kForeign);
  foreign.foreign = true;
  foreign.SetAttribute("path", path);
  // libsdformat refuses a model without links.
  SdfNode link = NodeAt(include, "link");
  link.SetAttribute("name", "surefoot_placeholder");
  if (parent->name == "world") {
    SdfNode model = NodeAt(include, "model");
    model.SetAttribute("name", std::filesystem::path(path).stem().string());
    model.children = {foreign, link};
    parent->children[*index] = WithOverrides(include, model);
    ++*index;
    return;
  }
  const bool alone =
      std::none_of(parent->children.begin(), parent->children.end(), [&](const SdfNode& child) {
        return child.name == "link" || child.name == "joint" || child.name == "model" ||
               child.name == "frame" || (child.name == "include" && child.line != include.line);
      });
  SdfNode empty;
  empty.name = "model";
  if (!alone || !IsMerge(include) || !MergesPlainly(parent->children[*index], empty, *parent)) {
    context_.problems->Error(
        SourceOf(include), "a file that is not SDF cannot be joined with other parts of a model",
        path, "include it in the world, or merge=\"true\" without <pose> as the model's only part");
  }
  std::vector<SdfNode> parts = MergedParts(include, empty);
  parts.push_back(link);
  parent->children[*index] = foreign;
  parent->children.insert(parent->children.begin() + static_cast<std::ptrdiff_t>(*index) + 1,
                          parts.begin(), parts.end());
  *index += 1 + parts.size();
}

void SdfLoader::PutSideFile(const SdfNode& include, const File& file, SdfNode* parent,
                            std::size_t* index) {
  File& target = opened_.at(files_[static_cast<std::size_t>(file.root.file)]);
  if (target.side == nullptr) {
    side_files_.push_back(std::make_unique<SdfSideFile>(SdfText(file.root)));
    if (!side_files_.back()->ok()) {
      context_.problems->Error(SourceOf(include), "no room for a temporary copy of the file");
    }
    target.side = side_files_.back().get();
  }
  for (const SdfNode& child : include.children) {
    if (child.name.rfind("surefoot:", 0) != 0) continue;
    context_.problems->Error(
        SourceOf(child), "extensions in an include need an included file of SDF 1.8 or later",
        files_[static_cast<std::size_t>(file.root.file)],
        "write version=\"1.9\" in both files, or put the element into the model");
  }
  parent->children[*index].Child("uri")->text = target.side->path();
  ++*index;
}

}  // namespace surefoot::formats
