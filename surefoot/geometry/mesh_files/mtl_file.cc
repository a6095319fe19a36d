#include <algorithm>
#include <cmath>

#include "surefoot/base/file_bytes.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/geometry/mesh_files/obj_words.h"

namespace surefoot::obj {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;

/// Three numbers, clamped to [0, 1]; the colour is unchanged if they are invalid.
void ReadColour(std::string_view rest, Eigen::Vector4d* colour) {
  Vector3d values;
  for (int i = 0; i < 3; ++i) {
    if (!ParseNumber(TakeWord(&rest), &values[i]) || !std::isfinite(values[i])) return;
  }
  colour->head<3>() = values.cwiseMax(0.0).cwiseMin(1.0);
}

/// The file name of a map_ line, which may contain spaces, after options such as "-s 1 1 1".
std::string_view TextureName(std::string_view rest) {
  while (true) {
    std::string_view after = rest;
    const std::string_view option = TakeWord(&after);
    if (option.size() < 2 || option.front() != '-') return Trimmed(rest);
    const bool has_numbers = option == "-o" || option == "-s" || option == "-t" || option == "-mm";
    rest = after;
    if (!has_numbers) {
      TakeWord(&rest);
      continue;
    }
    double number = 0.0;
    for (int i = 0; i < 3 && ParseNumber(TakeWord(&after), &number); ++i) rest = after;
  }
}

void ReadLine(std::string_view line, const MeshOrigin& origin, MeshMaterial* material) {
  const std::string_view word = TakeWord(&line);
  double number = 0.0;
  if (word == "Kd") ReadColour(line, &material->diffuse);
  if (word == "Ks") ReadColour(line, &material->specular);
  if (word == "Ke") ReadColour(line, &material->emissive);
  if (word == "map_Kd") {
    material->texture = ResolveTexture(origin, std::string(TextureName(line)));
  }
  if ((word == "d" || word == "Tr") && ParseNumber(TakeWord(&line), &number)) {
    const double opacity = word == "d" ? number : 1.0 - number;
    // 0 would hide the mesh: programs that disagree about Tr write it for opaque materials.
    material->diffuse[3] = opacity > 0.0 && opacity < 1.0 ? opacity : 1.0;
  }
}

/// A comment starts a line or follows a space; elsewhere, # is part of a name.
std::string_view WithoutComment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return line.substr(0, at);
  }
  return line;
}

}  // namespace

std::string_view Trimmed(std::string_view text) { return surefoot::Trimmed(text, " \t\r\n\v\f"); }

std::string_view TakeWord(std::string_view* text) {
  const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  std::size_t start = 0;
  while (start < text->size() && is_space((*text)[start])) ++start;
  std::size_t end = start;
  while (end < text->size() && !is_space((*text)[end])) ++end;
  const std::string_view word = text->substr(start, end - start);
  text->remove_prefix(end);
  return word;
}

bool Lines::Next(std::string_view* line) {
  // Counted after the line was used, so that number() is that of the line returned.
  number_ += lines_taken_;
  lines_taken_ = 0;
  joined_.clear();
  bool continues = true;
  while (continues) {
    if (text_.empty()) {
      if (lines_taken_ == 0) return false;
      break;
    }
    const std::size_t end = text_.find('\n');
    *line = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    ++lines_taken_;
    *line = Trimmed(WithoutComment(*line));
    continues = !line->empty() && line->back() == '\\';
    if (continues) line->remove_suffix(1);
    if (continues || !joined_.empty()) joined_.append(*line).append(" ");
  }
  if (!joined_.empty()) *line = joined_;
  return true;
}

void ReadMaterialFile(const MeshOrigin& origin, const std::string& name,
                      std::map<std::string, MeshMaterial>* materials) {
  const Result<std::string> text = ReadRegularFile(ResolveTexture(origin, name), kMaxBytes);
  if (!text) return;
  Lines lines(*text);
  MeshMaterial* current = nullptr;
  for (std::string_view line; lines.Next(&line);) {
    std::string_view rest = line;
    if (TakeWord(&rest) == "newmtl") {
      const std::string material(Trimmed(rest));
      current = &(*materials)[material];
      current->name = material;
    } else if (current != nullptr) {
      ReadLine(line, origin, current);
    }
  }
}

}  // namespace surefoot::obj
