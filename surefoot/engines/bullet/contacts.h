#pragma once

/// Contact detection. The result and its order depend on the poses alone.

#include <vector>

#include "surefoot/engines/bullet/manifold.h"
#include "surefoot/engines/bullet/shapes.h"
#include "surefoot/physics/collision_rules.h"

namespace surefoot::engines::bullet {

/// A contact point: indices of the shapes, a < b, with the normal from a to b.
struct Touch {
  int a = 0;
  int b = 0;
  TouchPoint point;
};

/// Finds the contacts of an instance; its memory is scratch and a sorted order.
class Contacts {
 public:
  Contacts(const world::World& world, std::vector<Shape> shapes);

  const std::vector<Shape>& shapes() const { return shapes_; }

  /// Contacts sorted by a, then b. `dt` (s) determines the look-ahead: contacts that can close
  /// within the step are included with negative depth.
  const std::vector<Touch>& Find(const std::vector<Articulation>& articulations, double dt);

 private:
  void Move(const std::vector<Articulation>& articulations, double dt);
  void FindPairs();
  void TryPair(int a, int b);
  void Collide(int a, int b);

  physics::CollisionRules rules_;
  std::vector<Shape> shapes_;
  std::vector<int> planes_;
  /// Shapes other than planes, sorted by their lowest x.
  std::vector<int> order_;
  std::vector<int> active_moving_;
  std::vector<int> active_static_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<TouchPoint> points_;
  std::vector<Touch> touches_;
};

/// Narrow phase: appends the contact points of two shapes, up to `reach` (m) apart. b is convex.
void CollideConvex(const Shape& a, const Shape& b, double reach, std::vector<TouchPoint>* points);
void CollidePlane(const Shape& plane, const Shape& b, double reach,
                  std::vector<TouchPoint>* points);
void CollideMesh(const Shape& mesh, const Shape& b, double reach, std::vector<TouchPoint>* points);
void CollideHeightField(const Shape& field, const Shape& b, double reach,
                        std::vector<TouchPoint>* points);

}  // namespace surefoot::engines::bullet
