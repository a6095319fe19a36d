#include "surefoot/formats/sdf/scope.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "surefoot/formats/parse.h"

// Frames of a model form a tree by attached_to and another graph by relative_to. Poses are resolved
// with memory of what is in progress, which detects cycles.

namespace surefoot::formats {
namespace {

bool DefinesFrame(const SdfNode& node) {
  return IsOneOf(node.name, {"link", "joint", "frame", "model"});
}

/// Limit on names. Splitting a name costs the square of its length, and only hostile files have
/// longer ones.
constexpr std::size_t kMaxNameLength = 2000;

}  // namespace

/// SDF 1.9 allows rotation_format="quat_xyzw" and degrees="true"; without them roll, pitch and yaw
/// are in radians about fixed axes.
RigidTransform RawPose(const SdfNode* pose) {
  if (pose == nullptr || Trimmed(pose->text).empty()) return RigidTransform();
  const bool quaternion = pose->AttributeOr("rotation_format") == "quat_xyzw";
  const auto values = ParseQuietly(ParseVector, pose->text, quaternion ? 7 : 6);
  if (!values) return RigidTransform();
  const std::vector<double>& v = *values;
  const Vector3d p(v[0], v[1], v[2]);
  if (quaternion) {
    Quaterniond q(v[6], v[3], v[4], v[5]);
    // A quaternion that is normalised up to rounding keeps the digits of the file.
    if (std::abs(q.norm() - 1.0) > 1e-12) q.normalize();
    return RigidTransform(q.coeffs().allFinite() ? q : Quaterniond::Identity(), p);
  }
  const auto degrees = ParseQuietly(ParseBool, pose->AttributeOr("degrees"));
  const double unit = degrees.value_or(false) ? std::numbers::pi / 180.0 : 1.0;
  if (v[3] == 0.0 && v[4] == 0.0 && v[5] == 0.0) return RigidTransform(p);
  return RigidTransform(QuaternionFromRpy(v[3] * unit, v[4] * unit, v[5] * unit), p);
}

/// The entries are reserved: pointers to them must stay valid.
SdfScope::SdfScope(const SdfSources& sources, const SdfNode& node)
    : sources_(sources), node_(node) {
  const auto count = std::count_if(node.children.begin(), node.children.end(), DefinesFrame);
  entries_.reserve(static_cast<std::size_t>(count));
  for (const SdfNode& child : node.children) {
    if (DefinesFrame(child)) Add(child);
  }
}

/// Names that are used twice within one file were reported by CheckSdf(); here they meet through
/// includes.
void SdfScope::Add(const SdfNode& child) {
  const auto [known, is_new] = index_.emplace(child.Name(), entries_.size());
  const SdfNode* first = is_new ? nullptr : entries_[known->second].node;
  // Before SDF 1.7 a joint may have the name of a link; the name then means the link.
  if (is_new || first->name != child.name) {
    if (!is_new && child.name == "link") known->second = entries_.size();
    entries_.emplace_back();
    entries_.back().node = &child;
    entries_.back().name = child.Name();
    if (is_new || sources_.VersionOf(child).minor < 7) return;
  }
  // Within one file it was reported already.
  if (child.file == first->file && child.file == node_.file) return;
  sources_.problems()->Error(sources_.Of(child), "the name is used twice", child.Name(),
                             "give the <include> another <name>");
}

std::vector<std::string> SdfScope::Names(bool links_only) const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) {
    if (!links_only || entry.Is("link")) names.push_back(entry.name);
  }
  return names;
}

SdfScope::Entry* SdfScope::Find(const std::string& name) {
  const auto found = index_.find(name);
  return found != index_.end() ? &entries_[found->second] : nullptr;
}

/// Created on demand: most scopes of a large world are never needed. Only the outermost model of a
/// world numbers links; nested ones are numbered by it.
SdfScope& SdfScope::Inner(Entry* model) {
  if (model->inner == nullptr) {
    model->inner = std::make_unique<SdfScope>(sources_, *model->node);
    int count = 0;
    if (node_.name != "model") model->inner->NumberLinks(&count);
  }
  return *model->inner;
}

void SdfScope::NumberLinks(int* count) {
  for (Entry& entry : entries_) {
    if (entry.Is("link")) entry.number = (*count)++;
  }
  for (Entry& entry : entries_) {
    if (entry.Is("model")) Inner(&entry).NumberLinks(count);
  }
}

/// "world" in a model is treated as the model's frame, since a model file has no world.
bool SdfScope::IsSelf(const std::string& name) const {
  if (name == "world") return true;
  if (node_.name != "model") return false;
  // Some files use the model's name for its frame.
  return name == "__model__" || (name == node_.Name() && index_.count(name) == 0);
}

/// Tries the longest prefix that is a model first.
SdfScope::Target SdfScope::Split(const std::string& name) {
  // Names in files before SDF 1.8 may contain "::", so the whole name is tried first.
  if (Entry* entry = Find(name)) return Target{entry, ""};
  if (name.size() > kMaxNameLength) return Target{};
  for (std::size_t at = name.rfind("::"); at != std::string::npos && at > 0;
       at = name.rfind("::", at - 1)) {
    Entry* entry = Find(name.substr(0, at));
    if (entry != nullptr && entry->Is("model")) return Target{entry, name.substr(at + 2)};
  }
  return Target{};
}

void SdfScope::ReportMissing(const SdfNode& node, const std::string& part, const std::string& what,
                             const std::string& name, bool links_only) {
  if (node_.incomplete) return;
  // The search for the nearest name costs time, so files with very many errors get less advice.
  constexpr int kMaxAdvice = 20;
  constexpr std::size_t kMaxNames = 50;
  std::vector<std::string> names;
  if (++missing_count_ <= kMaxAdvice) names = Names(links_only);
  const std::string nearest = NearestName(name, names);
  if (names.size() > kMaxNames) names.resize(kMaxNames);
  const std::string advice =
      nearest.empty() ? NameAdvice(name, names) : "did you mean \"" + nearest + "\"?";
  sources_.problems()->Error(sources_.Of(node, part), what, name, advice);
}

/// Recursive over nesting levels only, whose number is limited.
std::optional<RigidTransform> SdfScope::PoseOf(const std::string& name) {
  if (IsSelf(name)) return RigidTransform();
  const Target target = Split(name);
  if (target.entry == nullptr) return std::nullopt;
  if (target.rest.empty()) return PoseOf(target.entry);
  const auto X_EF = Inner(target.entry).PoseOf(target.rest);
  if (!X_EF) return std::nullopt;
  return PoseOf(target.entry) * *X_EF;
}

bool SdfScope::IsLink(const std::string& name) {
  const Target target = Split(name);
  if (target.entry == nullptr) return false;
  return target.rest.empty() ? target.entry->Is("link") : Inner(target.entry).IsLink(target.rest);
}

/// What a pose is relative to by default: the frame's attached_to, a joint's child, else the
/// scope.
SdfScope::Step SdfScope::MakeStep(Entry* entry) {
  const SdfNode* pose = entry->node->Child("pose");
  Step step;
  step.entry = entry;
  step.X_BF = RawPose(pose);
  const std::string relative_to = pose != nullptr ? pose->AttributeOr("relative_to") : "";
  std::string base = relative_to;
  if (base.empty() && entry->Is("frame")) base = entry->node->AttributeOr("attached_to");
  if (base.empty() && entry->Is("joint")) base = entry->node->ChildText("child");
  if (base.empty() || IsSelf(base)) return step;
  const Target target = Split(base);
  std::optional<RigidTransform> X_BD;
  if (target.entry != nullptr) {
    X_BD = target.rest.empty() ? RigidTransform() : Inner(target.entry).PoseOf(target.rest);
  }
  if (X_BD) {
    step.base = target.entry;
    step.X_BF = *X_BD * step.X_BF;
  } else if (!relative_to.empty()) {
    ReportMissingFrame(*pose, "relative_to", relative_to);
  }
  return step;
}

void SdfScope::ReportMissingFrame(const SdfNode& node, const std::string& key,
                                  const std::string& name) {
  // Before SDF 1.7 frames could be named but had no meaning.
  if (sources_.VersionOf(node).minor >= 7) {
    ReportMissing(node, "/@" + key, "no frame has this name", name, false);
  } else {
    sources_.problems()->Warning(sources_.Of(node, "/@frame"),
                                 "no frame has this name; the attribute is ignored", name);
  }
}

/// Reported once for each scope: every frame of the cycle would report it otherwise.
void SdfScope::ReportCycle(const std::vector<Entry*>& chain, const Entry* again) {
  if (std::exchange(cycle_reported_, true)) return;
  const auto first = std::find(chain.begin(), chain.end(), again);
  std::string text;
  constexpr std::ptrdiff_t kMaxNames = 20;
  const auto last = chain.end() - first > kMaxNames ? first + kMaxNames : chain.end();
  for (auto it = first; it != last; ++it) text += (*it)->name + " -> ";
  sources_.problems()->Error(sources_.Of(*again->node), "the frames refer to each other in a cycle",
                             text + (last == chain.end() ? again->name : "..."),
                             "attach one of them to a link or to the model");
}

const RigidTransform& SdfScope::PoseOf(Entry* entry) {
  // Chains of frames can be as long as the file, so the loop is not recursive within a scope.
  std::vector<Step> steps;
  std::vector<Entry*> chain;
  Entry* at = entry;
  while (at != nullptr && at->pose_state == State::kNew) {
    at->pose_state = State::kBusy;
    chain.push_back(at);
    steps.push_back(MakeStep(at));
    at = steps.back().base;
  }
  if (at != nullptr && at->pose_state == State::kBusy) {
    ReportCycle(chain, at);
    at = nullptr;
  }
  RigidTransform X_SB = at != nullptr ? at->X_SF : RigidTransform();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    X_SB = X_SB * step->X_BF;
    const SdfNode& node = *step->entry->node;
    const std::string placement =
        step->entry->Is("model") ? node.AttributeOr("placement_frame") : std::string();
    if (!placement.empty()) {
      const auto X_NP = Inner(step->entry).PoseOf(placement);
      if (X_NP) X_SB = X_SB * X_NP->Inverse();
      if (!X_NP) Inner(step->entry).ReportMissingFrame(node, "placement_frame", placement);
    }
    step->entry->X_SF = X_SB;
    step->entry->pose_state = State::kDone;
  }
  return entry->X_SF;
}

/// If the pose is relative to `base` itself, it is returned as written, without rounding.
RigidTransform SdfScope::PoseIn(Entry* base, const SdfNode& thing) {
  const SdfNode* pose = thing.Child("pose");
  const RigidTransform X_RT = RawPose(pose);
  const std::string relative_to = pose != nullptr ? pose->AttributeOr("relative_to") : "";
  if (relative_to.empty() || (base != nullptr && Find(relative_to) == base)) return X_RT;
  const auto X_SR = PoseOf(relative_to);
  if (!X_SR) {
    ReportMissingFrame(*pose, "relative_to", relative_to);
    return X_RT;
  }
  const RigidTransform X_ST = *X_SR * X_RT;
  return base != nullptr ? PoseOf(base).Inverse() * X_ST : X_ST;
}

Vector3d SdfScope::AxisIn(Entry* joint, const SdfNode& xyz, const Vector3d& direction) {
  const std::string expressed_in = xyz.AttributeOr("expressed_in");
  if (expressed_in.empty() || Find(expressed_in) == joint) return direction;
  const auto X_SE = PoseOf(expressed_in);
  if (!X_SE) {
    ReportMissingFrame(xyz, "expressed_in", expressed_in);
    return direction;
  }
  const Quaterniond q_JE = PoseOf(joint).q.conjugate() * X_SE->q;
  // In the usual case both frames have the same rotation, and the file's digits are kept.
  const bool same = PoseOf(joint).q.coeffs() == X_SE->q.coeffs();
  return same ? direction : Vector3d(q_JE * direction);
}

/// The next entry in the chain of attachments; nullptr when the body of this one is known.
SdfScope::Entry* SdfScope::NextBody(Entry* entry) {
  entry->body_state = State::kDone;
  if (entry->Is("link")) {
    entry->body = entry->number;
    return nullptr;
  }
  if (entry->Is("model")) {
    entry->body = Inner(entry).CanonicalBody();
    return nullptr;
  }
  const bool is_joint = entry->Is("joint");
  const std::string name =
      is_joint ? entry->node->ChildText("child") : entry->node->AttributeOr("attached_to");
  if (name.empty() || IsSelf(name)) {
    entry->body = node_.name == "model" && name != "world" ? CanonicalBody() : kWorldBody;
    return nullptr;
  }
  const Target target = Split(name);
  std::optional<int> body;
  if (target.entry != nullptr && target.rest.empty()) {
    entry->body_state = State::kBusy;
    return target.entry;
  }
  if (target.entry != nullptr) body = Inner(target.entry).BodyOf(target.rest);
  if (!body && !is_joint) ReportMissingFrame(*entry->node, "attached_to", name);
  entry->body = body.value_or(kNoBody);
  return nullptr;
}

/// Follows the chain of attachments and stores the result for all its entries.
int SdfScope::BodyOf(Entry* entry) {
  std::vector<Entry*> chain;
  Entry* at = entry;
  while (at != nullptr && at->body_state == State::kNew) {
    chain.push_back(at);
    at = NextBody(at);
  }
  int body = kNoBody;
  if (at != nullptr && at->body_state == State::kBusy) {
    ReportCycle(chain, at);
  } else {
    body = at != nullptr ? at->body : chain.back()->body;
  }
  for (Entry* known : chain) {
    known->body = body;
    known->body_state = State::kDone;
  }
  return entry->body;
}

std::optional<int> SdfScope::BodyOf(const std::string& name) {
  if (IsSelf(name)) {
    return node_.name == "model" && name != "world" ? CanonicalBody() : kWorldBody;
  }
  const Target target = Split(name);
  if (target.entry == nullptr) return std::nullopt;
  return target.rest.empty() ? BodyOf(target.entry) : Inner(target.entry).BodyOf(target.rest);
}

/// A frame or joint of the world leads to another name until a model is reached.
SdfScope::LinkPlace SdfScope::FindLink(std::string name) {
  // Each iteration follows one frame; the bound also ends cycles.
  for (std::size_t i = 0; i <= entries_.size(); ++i) {
    if (name.empty() || name == "world") return LinkPlace{nullptr, kWorldBody};
    const Target target = Split(name);
    if (target.entry == nullptr) break;
    if (target.entry->Is("model")) {
      SdfScope& inner = Inner(target.entry);
      const std::optional<int> body =
          target.rest.empty() ? inner.CanonicalBody() : inner.BodyOf(target.rest);
      return LinkPlace{target.entry, body.value_or(kNoBody)};
    }
    const SdfNode& node = *target.entry->node;
    name = node.name == "joint" ? node.ChildText("child") : node.AttributeOr("attached_to");
  }
  return LinkPlace{};
}

/// Computed once. Links come before nested models, whatever their order in the file.
int SdfScope::CanonicalBody() {
  if (std::exchange(has_canonical_, true)) return canonical_;
  const std::string name = node_.AttributeOr("canonical_link");
  if (!name.empty()) {
    const auto body = BodyOf(name);
    if (body) return canonical_ = *body;
    ReportMissingFrame(node_, "canonical_link", name);
  }
  for (const char* kind : {"link", "model"}) {
    for (Entry& entry : entries_) {
      if (entry.Is(kind) && canonical_ == kNoBody) canonical_ = BodyOf(&entry);
    }
  }
  return canonical_;
}

}  // namespace surefoot::formats
