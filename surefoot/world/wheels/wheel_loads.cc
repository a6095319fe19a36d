#include "surefoot/world/wheels/wheel_loads.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"

namespace surefoot::world {
namespace {

struct Support {
  Vector3d p_M = Vector3d::Zero();
  /// Index into the wheels; -1: something else that stands on the ground.
  int wheel = -1;
  double load = 0.0;
};

int RootOf(const Tree& tree, int body) {
  while (tree.bodies[At(body)].parent >= 0) body = tree.bodies[At(body)].parent;
  return body;
}

/// Mass and centre of all that hangs on a root.
Inertia MassOn(const Model& model, const Tree& tree, int root) {
  Inertia sum;
  Vector3d moment_M = Vector3d::Zero();
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const Body& body = tree.bodies[i];
    if (body.is_static || RootOf(tree, static_cast<int>(i)) != root) continue;
    sum.mass += body.inertia.mass;
    moment_M += body.inertia.mass * (model.links[At(body.root_link)].X_ML * body.inertia.p_BBcm);
  }
  if (sum.mass > 0.0) sum.p_BBcm = moment_M / sum.mass;
  return sum;
}

/// The loads of least square sum that carry `weight` at (x, y); none of them pulls.
void Balance(double weight, const Vector3d& p_M, std::vector<Support>* supports) {
  std::vector<Support*> active;
  for (Support& support : *supports) active.push_back(&support);
  double size = 1e-6;
  for (const Support* s : active) size = std::max(size, (s->p_M - p_M).head<2>().norm());
  while (!active.empty()) {
    Eigen::MatrixXd rows(3, static_cast<Eigen::Index>(active.size()));
    for (std::size_t i = 0; i < active.size(); ++i) {
      const Vector3d arm = (active[i]->p_M - p_M) / size;
      rows.col(static_cast<Eigen::Index>(i)) << 1.0, arm.x(), arm.y();
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-3);
    solver.compute(rows);
    const Eigen::VectorXd loads = solver.solve(Vector3d(weight, 0.0, 0.0));
    Eigen::Index least = 0;
    loads.minCoeff(&least);
    for (std::size_t i = 0; i < active.size(); ++i) {
      active[i]->load = std::max(0.0, loads[static_cast<Eigen::Index>(i)]);
    }
    if (loads[least] >= 0.0) break;
    active.erase(active.begin() + least);
  }
  double sum = 0.0;
  for (const Support& support : *supports) sum += support.load;
  // Supports in a row cannot balance moments; the weight they carry all the same.
  for (Support& support : *supports) support.load *= sum > 0.0 ? weight / sum : 0.0;
}

/// Casters and skids: other shapes as low as the wheels.
void AddOthers(const Model& model, const Tree& tree, int root, double lowest, double slack,
               const std::vector<char>& is_wheel, std::vector<Support>* supports) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const int body = tree.body_of_link[i];
    if (is_wheel[At(body)] != 0 || RootOf(tree, body) != root) continue;
    for (const Collision& collision : model.links[i].collisions) {
      const RigidTransform X_MG = model.links[i].X_ML * collision.X_LG;
      if (LowestZ(collision.geometry, X_MG) > lowest + slack) continue;
      supports->push_back(Support{X_MG.p, -1, 0.0});
    }
  }
}

}  // namespace

void ShareLoads(const Model& model, const Tree& tree, double gravity, std::vector<Wheel>* wheels) {
  std::vector<int> roots;
  std::vector<char> is_wheel(tree.bodies.size(), 0);
  for (const Wheel& wheel : *wheels) {
    const int body = tree.body_of_link[At(wheel.link)];
    is_wheel[At(body)] = 1;
    const int root = RootOf(tree, body);
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
  }
  for (const int root : roots) {
    std::vector<Support> supports;
    double lowest = kInfinity;
    double slack = kInfinity;
    for (std::size_t i = 0; i < wheels->size(); ++i) {
      const Wheel& wheel = (*wheels)[i];
      if (RootOf(tree, tree.body_of_link[At(wheel.link)]) != root) continue;
      const Vector3d p_MC = model.links[At(wheel.link)].X_ML * wheel.p_LC;
      supports.push_back(Support{p_MC, static_cast<int>(i), 0.0});
      lowest = std::min(lowest, p_MC.z() - wheel.radius);
      slack = std::min(slack, 0.1 * wheel.radius);
    }
    const auto count = static_cast<double>(supports.size());
    AddOthers(model, tree, root, lowest, slack, is_wheel, &supports);
    const Inertia mass = MassOn(model, tree, root);
    const double weight = mass.mass * gravity;
    Balance(weight, mass.p_BBcm, &supports);
    for (const Support& support : supports) {
      if (support.wheel < 0) continue;
      double& load = (*wheels)[At(support.wheel)].nominal_load;
      // A tyre needs a load to be sized for, even one that balance leaves in the air.
      if (!(load > 0.0)) load = std::max(support.load, 0.05 * weight / count);
    }
  }
}

}  // namespace surefoot::world
