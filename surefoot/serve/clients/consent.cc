#include "surefoot/serve/clients/consent.h"

#include <algorithm>

#include "surefoot/world/element_reader.h"

// Programs and scripts from clients run only after the owner has agreed. Consent is to the exact
// code, so a changed program is asked about again.

namespace surefoot::serve {

bool Consents::IsAllowed(const ForeignCode& code) const { return all_ || allowed_.count(code) > 0; }

bool Consents::Check(const ForeignCode& code) {
  if (IsAllowed(code)) return true;
  if (IsRefused(code) || pending_.size() >= kMaxPending) return false;
  // The same code is asked about once, however often it is requested.
  const auto same = [&](const Question& question) { return question.code == code; };
  if (std::none_of(pending_.begin(), pending_.end(), same)) pending_.push_back({++last_id_, code});
  return false;
}

Status Consents::Answer(std::uint64_t id, bool allow) {
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [&](const Question& question) { return question.id == id; });
  if (found == pending_.end()) {
    return Error{"no program or script with the id " + std::to_string(id) +
                 " waits for consent; /surefoot/view/status lists those that do"};
  }
  (allow ? allowed_ : refused_).insert(std::move(found->code));
  pending_.erase(found);
  if (answered) answered();
  return Status();
}

std::vector<ForeignCode> ScriptsOf(const world::World& world) {
  std::vector<ForeignCode> scripts;
  Problems ignored;
  for (const world::Element& element : world.spec().extensions) {
    if (element.name != "surefoot:script") continue;
    const std::string name = world::ElementReader(element, &ignored).Text("name", "script");
    scripts.push_back({ForeignCode::Kind::kScript, name, element.text});
  }
  return scripts;
}

}  // namespace surefoot::serve
