/// Clients that steps wait for: docs/serve.md.

#include <cmath>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

/// A day.
constexpr double kLongest = 86400.0;

std::string Text(double value) {
  std::string text = std::to_string(value);
  while (text.back() == '0') text.pop_back();
  return text.back() == '.' ? text + "0" : text;
}

/// What the request means for steps of this length.
Result<Lockstep::Entry> EntryOf(const sm::RegisterLockstep::Request& request,
                                const std::string& client, double step) {
  Lockstep::Entry entry;
  entry.name = request.name;
  entry.client = client;
  if (!(request.period >= 0.0 && request.period <= kLongest)) {
    return Error{"the period must lie between 0 (every step) and " + Text(kLongest) + " s, not " +
                 Text(request.period)};
  }
  const double steps = std::max(1.0, std::round(request.period / step));
  if (request.period > 0.0 && std::abs(steps * step - request.period) > 1e-9) {
    return Error{"the period must be a whole number of steps of " + Text(step) + " s, not " +
                 Text(request.period)};
  }
  entry.period = static_cast<std::int64_t>(steps);
  if (!(request.timeout >= 0.0 && request.timeout <= kLongest)) {
    return Error{"the timeout must lie between 0 (forever) and " + Text(kLongest) + " s, not " +
                 Text(request.timeout)};
  }
  entry.timeout = request.timeout;
  const Result<Lockstep::Policy> policy = Lockstep::ParsePolicy(request.policy);
  if (!policy.ok()) return policy.error();
  entry.policy = policy.value();
  return entry;
}

Status Register(Session* session, Lockstep* lockstep, const sm::RegisterLockstep::Request& request,
                const std::string& client, sm::RegisterLockstep::Response* response) {
  const sim::Simulation& simulation = session->simulation();
  const Result<Lockstep::Entry> entry = EntryOf(request, client, simulation.step_size());
  if (!entry.ok()) return entry.error();
  response->step = simulation.step_count();
  return lockstep->Register(entry.value(), response->step);
}

Status Unregister(Lockstep* lockstep, const sm::UnregisterLockstep::Request& request,
                  const std::string& client) {
  return lockstep->Unregister(request.name, client);
}

}  // namespace

void OfferLockstepServices(Run* run, Lockstep* lockstep) {
  OfferInWorld<sm::RegisterLockstep>(run, "/surefoot/lockstep/register", Register, lockstep);
  Offer<sm::UnregisterLockstep>(&run->graph(), "/surefoot/lockstep/unregister", Unregister,
                                lockstep);
}

}  // namespace surefoot::serve
