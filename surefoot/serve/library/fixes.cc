#include "surefoot/serve/library/fixes.h"

#include <regex>

#include "surefoot/base/text.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::serve {
namespace {

using Lines = std::vector<std::string>;

/// Lines searched from the place of the problem; an element is rarely longer.
constexpr int kMaxSearchLines = 200;
/// Longer lines are skipped: std::regex backtracks and recurses, so a hostile line could take
/// minutes or exhaust the stack.
constexpr std::size_t kMaxLineLength = 2000;

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The first line from `from` on in which the pattern is found, up to the line that contains `end`.
/// Line numbers begin at 1; 0 if there is none.
int FindLine(const Lines& lines, int from, const std::regex& pattern, const std::string& end) {
  for (int line = from; line >= 1 && line <= static_cast<int>(lines.size()); ++line) {
    const std::string& text = lines[static_cast<std::size_t>(line - 1)];
    if (line > from + kMaxSearchLines || text.size() > kMaxLineLength) return 0;
    if (std::regex_search(text, pattern)) return line;
    if (!end.empty() && Has(text, end)) return 0;
  }
  return 0;
}

/// Replaces the first match of `pattern` by `by`, in which $1 and so on are groups.
struct Rewrite {
  const char* pattern;
  std::string by;
};

/// The fix by the first rewrite whose pattern is found.
std::optional<Fix> Replace(const Lines& lines, int from, const std::vector<Rewrite>& rewrites,
                           const std::string& label, const std::string& end) {
  for (const auto& [pattern, by] : rewrites) {
    const std::regex compiled(pattern);
    const int line = FindLine(lines, from, compiled, end);
    if (line == 0) continue;
    const std::string& old = lines[static_cast<std::size_t>(line - 1)];
    return Fix{label, line,
               std::regex_replace(old, compiled, by, std::regex_constants::format_first_only)};
  }
  return std::nullopt;
}

std::optional<Fix> FixAxis(const Problem& problem, const Lines& lines) {
  // Groups are written with two digits, because a digit of the text follows them.
  return Replace(lines, problem.source.line,
                 {{R"((<axis\b[^>]*\bxyz\s*=\s*["'])[^"']*(["']))", "$010 0 1$02"},
                  {R"(<xyz([^>]*)>[^<]*</xyz>)", "<xyz$1>0 0 1</xyz>"}},
                 "Use 0 0 1", "</joint>");
}

/// The link's name in an element path: "base" in "…link[base]/inertial".
std::string LinkIn(const std::string& element) {
  const std::size_t start = element.find("link[");
  if (start == std::string::npos) return "";
  const std::size_t end = element.find(']', start);
  return end == std::string::npos ? "" : element.substr(start + 5, end - start - 5);
}

/// A copy of the link with mass and inertia computed from its shapes, at the default density.
std::optional<world::Link> Computed(const Problem& problem, const world::WorldSpec& spec) {
  const std::string name = LinkIn(problem.source.element);
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.model == nullptr) continue;
    const int index = instance.model->FindLink(name);
    if (index < 0) continue;
    world::Link link = instance.model->links[static_cast<std::size_t>(index)];
    Problems ignored;
    if (world::FillMissingInertia(&link, world::kDefaultDensity, &ignored)) return link;
    // Without shapes: a ball of 1 kg and radius 0.1 m, I = 2/5 m r^2.
    link.inertia.mass = 1.0;
    link.inertia.I_BBcm_B = 0.004 * Matrix3d::Identity();
    return link;
  }
  return std::nullopt;
}

std::optional<Fix> FixMass(const Problem& problem, const Lines& lines,
                           const world::WorldSpec& spec) {
  const std::optional<world::Link> link = Computed(problem, spec);
  if (!link) return std::nullopt;
  const std::string mass = NumberText(link->inertia.mass, 6);
  return Replace(lines, problem.source.line,
                 {{R"(<mass\b[^>]*\bvalue\s*=\s*["'][^"']*["'])", "<mass value=\"" + mass + "\""},
                  {R"(<mass>[^<]*</mass>)", "<mass>" + mass + "</mass>"},
                  {R"(<inertial>)", "<inertial><mass value=\"" + mass + "\"/>"}},
                 "Compute: " + mass + " kg", "</link>");
}

/// The inertia of the link's shapes, scaled to the mass given in the description.
std::optional<Fix> FixInertia(const Problem& problem, const Lines& lines,
                              const world::WorldSpec& spec) {
  const std::optional<world::Link> link = Computed(problem, spec);
  if (!link) return std::nullopt;
  double mass = link->inertia.mass;
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.model == nullptr) continue;
    const int index = instance.model->FindLink(link->name);
    if (index < 0) continue;
    const double given = instance.model->links[static_cast<std::size_t>(index)].inertia.mass;
    if (given > 0.0) mass = given;
  }
  const Matrix3d I = link->inertia.I_BBcm_B * (mass / link->inertia.mass);
  const auto one = [&](const char* name, int row, int column, bool attribute) {
    const std::string value = NumberText(I(row, column), 6);
    return attribute ? std::string(name) + "=\"" + value + "\""
                     : std::string("<") + name + ">" + value + "</" + name + ">";
  };
  const auto all = [&](bool attribute) {
    std::string text;
    const char* between = attribute ? " " : "";
    const std::pair<const char*, std::pair<int, int>> parts[] = {{"ixx", {0, 0}}, {"ixy", {0, 1}},
                                                                 {"ixz", {0, 2}}, {"iyy", {1, 1}},
                                                                 {"iyz", {1, 2}}, {"izz", {2, 2}}};
    for (const auto& [name, at] : parts) {
      text += (text.empty() ? "" : between) + one(name, at.first, at.second, attribute);
    }
    return text;
  };
  return Replace(lines, problem.source.line,
                 {{R"(<inertia\s[^>]*/>)", "<inertia " + all(true) + "/>"},
                  {R"(<inertia>.*</inertia>)", "<inertia>" + all(false) + "</inertia>"}},
                 "Compute", "</link>");
}

/// A box of 0.1 m in place of a missing mesh, so that the model can be loaded.
std::optional<Fix> FixMesh(const Problem& problem, const Lines& lines) {
  return Replace(lines, problem.source.line,
                 {{R"(<mesh\s[^>]*\bfilename\b[^>]*/>)", "<box size=\"0.1 0.1 0.1\"/>"},
                  {R"(<mesh>.*</mesh>)", "<box><size>0.1 0.1 0.1</size></box>"}},
                 "Use a box", "</geometry>");
}

std::optional<Fix> FixLimits(const Problem& problem, const Lines& lines) {
  const bool swapped =
      Has(problem.message, "above the upper") || Has(problem.message, "not below the upper");
  const Rewrite exchange{
      R"(\blower(\s*=\s*["'])([^"']*)(["'].*)\bupper(\s*=\s*["'])([^"']*)(["']))",
      "lower$1$5$3upper$4$2$6"};
  const Rewrite add{
      R"((<joint\b[^>]*[^/]>))",
      "$1<limit lower=\"-3.14159\" upper=\"3.14159\" effort=\"100\" velocity=\"10\"/>"};
  return Replace(lines, problem.source.line, {swapped ? exchange : add},
                 swapped ? "Exchange them" : "Use -3.14 to 3.14", "</joint>");
}

/// Replaces a misspelt word by the one that the checker suggests.
std::optional<Fix> FixWord(const Problem& problem, const Lines& lines) {
  static const std::regex asked("did you mean \"([^\"]+)\"");
  std::smatch match;
  const int line = problem.source.line;
  if (problem.value.empty() || problem.value.size() > 100 || line < 1 ||
      line > static_cast<int>(lines.size()) || !std::regex_search(problem.advice, match, asked)) {
    return std::nullopt;
  }
  const std::string right = match[1];
  // The problem's line is where the element begins; the word may be some lines below.
  for (int at = line; at <= line + 20 && at <= static_cast<int>(lines.size()); ++at) {
    std::string text = lines[static_cast<std::size_t>(at - 1)];
    bool changed = false;
    const auto is_word = [&](std::size_t i) {
      return i < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    for (std::size_t i = text.find(problem.value); i != std::string::npos;
         i = text.find(problem.value, i)) {
      const std::size_t end = i + problem.value.size();
      if ((i > 0 && is_word(i - 1)) || is_word(end)) {
        i = end;
        continue;
      }
      text.replace(i, problem.value.size(), right);
      i += right.size();
      changed = true;
    }
    if (changed) return Fix{"Use " + right, at, text};
  }
  return std::nullopt;
}

}  // namespace

// Problems are recognized by the texts of their messages, which formats/ and world/ write;
// tests/serve/upload_test.cc fails if one of them is changed without this function.
std::optional<Fix> FindFix(const Problem& problem, const Lines& lines,
                           const world::WorldSpec& spec) {
  if (problem.severity == Severity::kNote || problem.source.line < 1) return std::nullopt;
  const std::string& message = problem.message;
  if (Has(problem.advice, "did you mean")) return FixWord(problem, lines);
  if (Has(message, "axis") && (Has(message, "is zero") || Has(message, "must not be zero"))) {
    return FixAxis(problem, lines);
  }
  if ((Has(message, "the mesh") || Has(message, "mesh \"")) && Has(message, "was not found")) {
    return FixMesh(problem, lines);
  }
  if (Has(message, "needs a <mass>") ||
      (Has(message, "mass of link") && !Has(message, "centre of mass"))) {
    return FixMass(problem, lines, spec);
  }
  if (Has(message, "inertia")) return FixInertia(problem, lines, spec);
  if (Has(message, "limit")) return FixLimits(problem, lines);
  return std::nullopt;
}

}  // namespace surefoot::serve
