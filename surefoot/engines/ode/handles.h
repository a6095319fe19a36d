#pragma once

/// Owning handles of ODE's objects.

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
/// Bodies and joints are owned by their world.
using WorldHandle = std::unique_ptr<dxWorld, WorldCloser>;
using GroupHandle = std::unique_ptr<dxJointGroup, GroupCloser>;

/// Makes a world that may be stepped while other threads step theirs: it gets its own list of jobs.
/// Worlds without one share a list of the process, without a lock.
WorldHandle MakeWorld();

/// Call after an exception was thrown out of a step: gives the world a new list, because the old
/// one still contains the jobs of that step. The old list is leaked; freeing it would fail again.
void RenewJobs(dxWorld* world);

/// Initializes the library, once in the process and once in each thread that steps. Replaces
/// handlers that print or end the process: errors are thrown as std::runtime_error.
void StartLibrary();

}  // namespace surefoot::engines::ode
