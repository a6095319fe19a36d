#pragma once

/// ODE's objects, owned.

#include <memory>

struct dxWorld;
struct dxBody;
struct dxJoint;
struct dxJointGroup;

namespace surefoot::backends::ode {

struct WorldCloser {
  void operator()(dxWorld* world) const;
};
struct GroupCloser {
  void operator()(dxJointGroup* group) const;
};
/// Bodies and joints belong to their world.
using WorldHandle = std::unique_ptr<dxWorld, WorldCloser>;
using GroupHandle = std::unique_ptr<dxJointGroup, GroupCloser>;

/// A world that may be stepped while other threads step theirs.
WorldHandle MakeWorld();

/// Starts the library, once in the process and once in each thread that steps; keeps it from
/// printing and from ending the process: its errors are thrown as std::runtime_error.
void StartLibrary();

}  // namespace surefoot::backends::ode
