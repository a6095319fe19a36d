/// Which shapes collide, and with what friction. MuJoCo compares two masks (contype and
/// conaffinity) of both geoms and takes the larger friction of the two; the world's description has
/// one mask for each shape and takes the smaller friction. The functions here find masks, filters
/// and surface pairs that give MuJoCo's result.

#include <algorithm>
#include <map>
#include <tuple>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/formats/mjcf/build.h"
#include "surefoot/formats/mjcf/schema.h"

namespace surefoot::formats::mjcf {
namespace {

/// Limits: bits of a mask, classes of geoms (the assignment is cubic in them), different surfaces
/// (pairs are quadratic in them), and link pairs that are filtered one by one.
constexpr std::size_t kMaxBits = 31;
constexpr std::size_t kMaxClasses = 64;
constexpr std::size_t kMaxSurfaces = 40;
constexpr std::size_t kMaxFilters = 20'000;
/// The mask of shapes from formats without masks (SDF's default).
constexpr std::uint32_t kDefaultMask = 0xffff;

/// Geoms that collide with the same others: equal masks and, with a <pair>, the same geom.
struct MaskClass {
  int contype = 1;
  int conaffinity = 1;
  /// Name of a geom in a <pair>; else empty.
  std::string paired;
  std::uint32_t mask = 0;
};

using GeomPairs = std::set<std::pair<std::string, std::string>>;

/// A colliding geom and the collision shape that it became.
struct Solid {
  const MjGeom* geom = nullptr;
  int model = 0;
  int link = 0;
  world::Collision* collision = nullptr;
  std::size_t mask_class = 0;
};

/// Relies on Builder::AddGeom adding collisions in the order of the geoms.
std::vector<Solid> CollectSolids(const Scene& scene, std::vector<ModelBuild>* models) {
  std::vector<Solid> solids;
  for (const MjBody& body : scene.bodies) {
    if (body.model < 0 || body.link < 0) continue;
    std::size_t next = 0;
    for (const MjGeom& geom : body.geoms) {
      if (!geom.collides) continue;
      world::Link& link = (*models)[At(body.model)].model.links[At(body.link)];
      solids.push_back({&geom, body.model, body.link, &link.collisions[next++], 0});
    }
  }
  return solids;
}

/// The names of a <pair> in a fixed order: pairs are symmetric.
std::pair<std::string, std::string> Ordered(const std::string& a, const std::string& b) {
  return a < b ? std::make_pair(a, b) : std::make_pair(b, a);
}

GeomPairs ReadPairs(const Scene& scene, Reader* reader) {
  GeomPairs pairs;
  for (const ScenePart& part : scene.parts) {
    for (const Node* node : part.document->Section("contact")) {
      if (node->name != "pair" || reader->stopped()) continue;
      CheckAttributes(*node, "pair", reader);
      const auto a = FindPart(scene.geoms, "geom", part, *node, "geom1", reader);
      const auto b = FindPart(scene.geoms, "geom", part, *node, "geom2", reader);
      if (!a || !b) continue;
      pairs.insert(Ordered(scene.geom(*a).name, scene.geom(*b).name));
      if (node->Has("friction") || node->Has("condim")) {
        reader->WarnOnce("pair friction", SourceOf(*node),
                         "the friction of a <pair> is ignored: the friction of its geoms applies");
      }
    }
  }
  return pairs;
}

/// MuJoCo's rule: (contype1 & conaffinity2) || (contype2 & conaffinity1), or an explicit <pair>.
bool Meet(const MaskClass& a, const MaskClass& b, const GeomPairs& pairs) {
  if ((a.contype & b.conaffinity) != 0 || (b.contype & a.conaffinity) != 0) return true;
  return !a.paired.empty() && !b.paired.empty() && pairs.count(Ordered(a.paired, b.paired)) > 0;
}

std::vector<MaskClass> SortIntoClasses(const GeomPairs& pairs, std::vector<Solid>* solids) {
  std::set<std::string> paired;
  for (const auto& pair : pairs) paired.insert({pair.first, pair.second});
  std::vector<MaskClass> classes;
  std::map<std::tuple<int, int, std::string>, std::size_t> known;
  for (Solid& solid : *solids) {
    const MjGeom& geom = *solid.geom;
    const bool has_pair = paired.count(geom.name) > 0;
    const MaskClass entry{geom.contype, geom.conaffinity, has_pair ? geom.name : "", 0};
    const auto added = known.emplace(
        std::make_tuple(entry.contype, entry.conaffinity, entry.paired), classes.size());
    if (added.second) classes.push_back(entry);
    solid.mask_class = added.first->second;
  }
  return classes;
}

/// Covers the graph of colliding classes with cliques and gives each clique a bit: two different
/// classes collide exactly when they share one. Greedy, as the minimum clique cover is NP-hard;
/// robots need one to three bits. Returns false when the bits do not suffice.
bool AssignMasks(const GeomPairs& pairs, std::vector<MaskClass>* classes) {
  const std::size_t count = classes->size();
  if (count > kMaxClasses) return false;
  std::size_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i; j < count; ++j) {
      MaskClass& a = (*classes)[i];
      MaskClass& b = (*classes)[j];
      if (!Meet(a, b, pairs) || (a.mask & b.mask) != 0) continue;
      if (bits == kMaxBits) return false;
      const std::uint32_t bit = std::uint32_t{1} << bits++;
      std::vector<std::size_t> clique = {i};
      if (j != i) clique.push_back(j);
      for (std::size_t k = 0; k < count; ++k) {
        const bool all = std::all_of(clique.begin(), clique.end(), [&](std::size_t m) {
          return m != k && Meet((*classes)[m], (*classes)[k], pairs);
        });
        if (all) clique.push_back(k);
      }
      for (const std::size_t member : clique) (*classes)[member].mask |= bit;
    }
  }
  // The usual case. The default mask lets these geoms collide with models from other files.
  if (bits == 1) {
    for (MaskClass& entry : *classes) {
      if (entry.mask != 0) entry.mask = kDefaultMask;
    }
  }
  return true;
}

/// Filters for link pairs that share a bit although MuJoCo does not let them collide. Masks cannot
/// express every case: a class that collides with another but not with itself shares the bit of
/// that pair with itself.
class MissedFilters {
 public:
  MissedFilters(const std::vector<MaskClass>& classes, const GeomPairs& pairs, Reader* reader,
                std::vector<ModelBuild>* models, world::WorldSpec* spec)
      : classes_(classes), pairs_(pairs), reader_(reader), models_(models), spec_(spec) {}

  void Add(const std::vector<Solid>& solids);

 private:
  struct LinkSolids {
    int model = 0;
    int link = 0;
    std::set<std::size_t> classes;
  };
  bool ShouldCollide(const LinkSolids& a, const LinkSolids& b) const;
  bool Masked(const LinkSolids& a, const LinkSolids& b) const;
  void Filter(const LinkSolids& a, const LinkSolids& b);
  void SilenceModels(const std::vector<LinkSolids>& links);
  const std::string& LinkName(const LinkSolids& a) const {
    return (*models_)[At(a.model)].model.links[At(a.link)].name;
  }

  const std::vector<MaskClass>& classes_;
  const GeomPairs& pairs_;
  Reader* reader_;
  std::vector<ModelBuild>* models_;
  world::WorldSpec* spec_;
};

/// True when MuJoCo lets some shapes of the two links collide.
bool MissedFilters::ShouldCollide(const LinkSolids& a, const LinkSolids& b) const {
  for (const std::size_t i : a.classes) {
    for (const std::size_t j : b.classes) {
      if (Meet(classes_[i], classes_[j], pairs_)) return true;
    }
  }
  return false;
}

/// True when the assigned masks let them collide.
bool MissedFilters::Masked(const LinkSolids& a, const LinkSolids& b) const {
  for (const std::size_t i : a.classes) {
    for (const std::size_t j : b.classes) {
      if ((classes_[i].mask & classes_[j].mask) != 0) return true;
    }
  }
  return false;
}

void MissedFilters::Filter(const LinkSolids& a, const LinkSolids& b) {
  if (spec_->collision_filters.size() >= kMaxFilters) {
    reader_->WarnOnce(
        "filters", (*models_)[At(a.model)].model.source,
        "too many pairs of links are excluded from collision: some of them can collide");
    return;
  }
  spec_->collision_filters.push_back({(*models_)[At(a.model)].model.name, LinkName(a),
                                      (*models_)[At(b.model)].model.name, LinkName(b)});
}

/// A model in which no two links may collide needs no filters: self-collision is switched off.
void MissedFilters::SilenceModels(const std::vector<LinkSolids>& links) {
  std::vector<bool> meets(models_->size(), false);
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (std::size_t j = i + 1; j < links.size() && links[j].model == links[i].model; ++j) {
      if (meets[At(links[i].model)]) break;
      if (ShouldCollide(links[i], links[j])) meets[At(links[i].model)] = true;
    }
  }
  for (std::size_t i = 0; i < models_->size(); ++i) {
    if (!meets[i]) (*models_)[i].model.self_collide = false;
  }
}

/// Quadratic in the links, hence the limit below.
void MissedFilters::Add(const std::vector<Solid>& solids) {
  std::map<std::pair<int, int>, LinkSolids> by_link;
  for (const Solid& solid : solids) {
    LinkSolids& entry = by_link[{solid.model, solid.link}];
    entry.model = solid.model;
    entry.link = solid.link;
    entry.classes.insert(solid.mask_class);
  }
  std::vector<LinkSolids> links;
  for (auto& entry : by_link) links.push_back(std::move(entry.second));
  constexpr std::size_t kMaxLinks = 5000;
  if (links.size() > kMaxLinks) return;
  SilenceModels(links);
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (std::size_t j = i + 1; j < links.size(); ++j) {
      const world::Model& model = (*models_)[At(links[i].model)].model;
      const bool same = links[i].model == links[j].model;
      if (same && (model.is_static || !model.self_collide)) continue;
      if (Masked(links[i], links[j]) && !ShouldCollide(links[i], links[j]))
        Filter(links[i], links[j]);
    }
  }
}

/// What a geom contributes to the friction of a contact: sliding friction, whether its condim is 1
/// (frictionless), and its priority.
using FrictionClass = std::tuple<double, bool, int>;

std::string SurfaceName(const FrictionClass& entry) {
  const std::string text =
      StrFormat("mu%.6g%s", std::get<0>(entry), std::get<1>(entry) ? "_frictionless" : "");
  std::string name = text;
  if (std::get<2>(entry) != 0) name += "_priority" + std::to_string(std::get<2>(entry));
  return name;
}

/// MuJoCo's rule: the geom of higher priority decides; at equal priority the larger friction and
/// the larger condim apply.
double ContactFriction(const FrictionClass& a, const FrictionClass& b) {
  const auto& [mu_a, smooth_a, priority_a] = a;
  const auto& [mu_b, smooth_b, priority_b] = b;
  if (priority_a != priority_b) {
    const FrictionClass& high = priority_a > priority_b ? a : b;
    return std::get<1>(high) ? 0.0 : std::get<0>(high);
  }
  return smooth_a && smooth_b ? 0.0 : std::max(mu_a, mu_b);
}

/// The world's description uses the smaller friction of two surfaces, MuJoCo the larger. Each class
/// of geoms gets a named surface, and each pair of names its friction.
void PairSurfaces(const std::vector<Solid>& solids, Reader* reader, world::WorldSpec* spec) {
  std::map<FrictionClass, std::string> classes;
  const auto class_of = [](const MjGeom& geom) {
    return FrictionClass(geom.friction[0], geom.condim == 1, geom.priority);
  };
  for (const Solid& solid : solids) {
    const FrictionClass entry = class_of(*solid.geom);
    if (classes.size() < kMaxSurfaces) classes.emplace(entry, SurfaceName(entry));
  }
  const bool plain = classes.size() == 1 && !std::get<1>(classes.begin()->first);
  if (plain || classes.empty()) return;
  for (const Solid& solid : solids) {
    const auto known = classes.find(class_of(*solid.geom));
    if (known == classes.end()) {
      reader->WarnOnce("surfaces", solid.geom->source,
                       "too many different friction values: some contacts use the smaller of two");
      continue;
    }
    solid.collision->surface.name = known->second;
  }
  for (auto a = classes.begin(); a != classes.end(); ++a) {
    for (auto b = a; b != classes.end(); ++b) {
      const double mu = ContactFriction(a->first, b->first);
      spec->surface_pairs.push_back({a->second, b->second, mu, mu, 0.0});
    }
  }
}

/// <exclude> names bodies; a filter names links. The other children of <contact> are reported here.
void AddExcludes(const Scene& scene, Reader* reader, const std::vector<ModelBuild>& models,
                 world::WorldSpec* spec) {
  for (const ScenePart& part : scene.parts) {
    for (const Node* node : part.document->Section("contact")) {
      if (node->name == "pair" || reader->stopped()) continue;
      if (node->name != "exclude") {
        WarnUnknownChild(*node, {"pair", "exclude"}, reader);
        continue;
      }
      CheckAttributes(*node, "exclude", reader);
      const auto a = FindBody(scene, part, *node, "body1", reader);
      const auto b = FindBody(scene, part, *node, "body2", reader);
      if (!a || !b || *a == *b) continue;
      const MjBody& body_a = scene.bodies[At(*a)];
      const MjBody& body_b = scene.bodies[At(*b)];
      if (body_a.link < 0 || body_b.link < 0 || body_a.model < 0 || body_b.model < 0) continue;
      const world::Model& model_a = models[At(body_a.model)].model;
      const world::Model& model_b = models[At(body_b.model)].model;
      spec->collision_filters.push_back({model_a.name, model_a.links[At(body_a.link)].name,
                                         model_b.name, model_b.links[At(body_b.link)].name});
    }
  }
}

/// MuJoCo never lets parent and child collide. A body with several joints became a chain of links
/// here, so its last link is not a child of the parent's link and needs a filter.
void AddChainFilters(const Scene& scene, const std::vector<ModelBuild>& models,
                     world::WorldSpec* spec) {
  for (const MjBody& body : scene.bodies) {
    if (body.joints.size() < 2 || body.parent <= 0 || body.link < 0) continue;
    const MjBody& parent = scene.bodies[At(body.parent)];
    if (parent.model != body.model) continue;
    const world::Model& model = models[At(body.model)].model;
    if (!model.self_collide) continue;
    spec->collision_filters.push_back({model.name, model.links[At(parent.link)].name, model.name,
                                       model.links[At(body.link)].name});
  }
}

}  // namespace

void ApplyContacts(const Scene& scene, Reader* reader, std::vector<ModelBuild>* models,
                   world::WorldSpec* spec) {
  const GeomPairs pairs = ReadPairs(scene, reader);
  std::vector<Solid> solids = CollectSolids(scene, models);
  std::vector<MaskClass> classes = SortIntoClasses(pairs, &solids);
  if (AssignMasks(pairs, &classes)) {
    for (const Solid& solid : solids) {
      solid.collision->surface.collide_mask = classes[solid.mask_class].mask;
    }
    MissedFilters(classes, pairs, reader, models, spec).Add(solids);
  } else {
    reader->WarnOnce("masks", solids.front().geom->source,
                     "too many combinations of contype, conaffinity and <pair>: all colliding "
                     "geoms collide with each other");
  }
  PairSurfaces(solids, reader, spec);
  AddExcludes(scene, reader, *models, spec);
  AddChainFilters(scene, *models, spec);
}

}  // namespace surefoot::formats::mjcf
