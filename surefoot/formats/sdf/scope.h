#pragma once

/// Frame semantics of SDF: which frames can be named in a world or model, where they are, and to
/// which link they are attached. See "Pose frame semantics" in SDF's documentation.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "surefoot/formats/sdf/node.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::formats {

/// The pose as written, without regard to what it is relative to. The identity for nullptr, an
/// empty text and a wrong one, which was reported before.
RigidTransform RawPose(const SdfNode* pose);

/// A world or model S and the links, joints, frames and models in it. Poses and attachments are
/// resolved on demand and stored; cycles are reported once.
class SdfScope {
 public:
  /// What a frame can be attached to instead of a link.
  static constexpr int kWorldBody = -1;
  static constexpr int kNoBody = -2;

  enum class State { kNew, kBusy, kDone };
  struct Entry {
    const SdfNode* node = nullptr;
    std::string name;
    /// For links and joints the index in the whole model; -2: none.
    int number = kNoBody;
    std::unique_ptr<SdfScope> inner;
    State pose_state = State::kNew;
    State body_state = State::kNew;
    RigidTransform X_SF;
    int body = kNoBody;

    bool Is(std::string_view kind) const { return node->name == kind; }
  };

  /// Both arguments must outlive the scope. Reports names that are used twice.
  SdfScope(const SdfSources& sources, const SdfNode& node);

  const SdfNode& node() const { return node_; }
  std::vector<Entry>& entries() { return entries_; }
  std::vector<std::string> Names(bool links_only) const;

  /// The entry with this name in this scope; nullptr when there is none.
  Entry* Find(const std::string& name);
  /// The scope of a nested model. The links of a model in a world are numbered in SDF's order: its
  /// own links first, then those of its nested models.
  SdfScope& Inner(Entry* model);

  /// True for a link here or in a nested model: "base", "arm::hand".
  bool IsLink(const std::string& name);

  /// The entry's pose in S.
  const RigidTransform& PoseOf(Entry* entry);
  /// The pose in S of "link", "arm::hand" or "__model__"; std::nullopt for unknown frames. In a
  /// model, "world" means the model's own frame.
  std::optional<RigidTransform> PoseOf(const std::string& name);

  /// The pose of an element without an entry (a collision, a sensor), expressed in `base`. It is
  /// relative to `base` unless its <pose> has another relative_to.
  RigidTransform PoseIn(Entry* base, const SdfNode& thing);

  /// A joint's axis expressed in the joint's frame.
  Vector3d AxisIn(Entry* joint, const SdfNode& xyz, const Vector3d& direction);

  /// The link to which a frame is attached: its number, kWorldBody or kNoBody.
  int BodyOf(Entry* entry);
  /// std::nullopt for unknown frames.
  std::optional<int> BodyOf(const std::string& name);
  /// In a world: the model and the number of the link that a name refers to. Without a model,
  /// `link` is kWorldBody or kNoBody.
  struct LinkPlace {
    Entry* model = nullptr;
    int link = kNoBody;
  };
  LinkPlace FindLink(std::string name);
  /// The link to which the model's own frame is attached: canonical_link, else the first link.
  int CanonicalBody();

  /// Reports an unknown name in an attribute or the text of `node`; `part` is "/@name" or "". With
  /// `links_only` the advice lists links.
  void ReportMissing(const SdfNode& node, const std::string& part, const std::string& what,
                     const std::string& name, bool links_only);

 private:
  void NumberLinks(int* count);

  /// A name split into an entry of this scope and the rest inside of it, which may be "".
  struct Target {
    Entry* entry = nullptr;
    std::string rest;
  };
  /// An entry's pose in another entry `base`, or in S when `base` is nullptr.
  struct Step {
    Entry* entry = nullptr;
    Entry* base = nullptr;
    RigidTransform X_BF;
  };

  void Add(const SdfNode& child);
  bool IsSelf(const std::string& name) const;
  Target Split(const std::string& name);
  Step MakeStep(Entry* entry);
  void ReportMissingFrame(const SdfNode& node, const std::string& key, const std::string& name);
  void ReportCycle(const std::vector<Entry*>& chain, const Entry* again);
  Entry* NextBody(Entry* entry);

  const SdfSources& sources_;
  const SdfNode& node_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
  bool cycle_reported_ = false;
  int missing_count_ = 0;
  bool has_canonical_ = false;
  int canonical_ = kNoBody;
};

}  // namespace surefoot::formats
