#pragma once

#include <map>
#include <memory>
#include <string>

namespace surefoot::sensors {

/// Constant data that sensors with equal parameters share, such as the directions of rays. They
/// exist as long as a sensor uses them, so those of an edited world take over the data of the world
/// before. Only the thread that builds sensors may use it; the data may be released by any thread.
///
///   auto fan = shared.Get<raycast::RayFan>("fan " + parameters, [&] { return MakeFan(spec); });
class SharedParts {
 public:
  /// The part with this key, which contains its type and all parameters; make() returns a new one.
  template <typename Part, typename Make>
  std::shared_ptr<const Part> Get(const std::string& key, const Make& make) {
    const auto found = parts_.find(key);
    if (found != parts_.end()) {
      if (auto part = std::static_pointer_cast<const Part>(found->second.lock())) return part;
    }
    std::erase_if(parts_, [](const auto& entry) { return entry.second.expired(); });
    auto made = std::make_shared<const Part>(make());
    parts_[key] = made;
    return made;
  }

 private:
  std::map<std::string, std::weak_ptr<const void>> parts_;
};

}  // namespace surefoot::sensors
