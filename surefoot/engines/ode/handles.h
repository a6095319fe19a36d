#pragma once

/// ODE's objects, owned.

#include <memory>

struct dxWorld;
struct dxBody;
struct dxJoint;
struct dxJointGroup;

namespace surefoot::engines::ode {

struct WorldCloser {
  void operator()(dxWorld* world) const;
};
struct GroupCloser {
  void operator()(dxJointGroup* group) const;
};
/// Bodies and joints belong to their world.
using WorldHandle = std::unique_ptr<dxWorld, WorldCloser>;
using GroupHandle = std::unique_ptr<dxJointGroup, GroupCloser>;

/// A world that may be stepped while other threads step theirs: with a list of jobs of its own.
/// Worlds without one share a list in the process, without a lock.
WorldHandle MakeWorld();

/// After an error was thrown out of a step: gives the world a new list, because the old one still
/// holds the jobs of that step. The old one is left behind; to free it would be another error.
void RenewJobs(dxWorld* world);

/// Starts the library, once in the process and once in each thread that steps; keeps it from
/// printing and from ending the process: its errors are thrown as std::runtime_error.
void StartLibrary();

}  // namespace surefoot::engines::ode
