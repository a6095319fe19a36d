#pragma once

/// A connection that acts on the world instead of a robot: CONTROL after INIT as WorldController.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/frames.h"
#include "surefoot/gateways/usarsim/graph_link.h"
#include "surefoot/gateways/usarsim/moving_object.h"
#include "surefoot/gateways/usarsim/text.h"

namespace surefoot::gateways::usarsim {

class WorldControl {
 public:
  struct Ends {
    std::function<void(std::string)> answer;
    std::function<void(const std::string& error)> tell;
  };

  WorldControl(const ClassTable& table, GraphLink* link, Actor actor, const Frames& frames,
               Ends ends);
  /// Takes away what it made, unless that is permanent.
  ~WorldControl();
  WorldControl(const WorldControl&) = delete;
  WorldControl& operator=(const WorldControl&) = delete;

  void Handle(const Line& line);
  /// Whether it waits for the places of things: one question at a time, as answers can be long. Or
  /// for objects that are being made.
  bool busy() const { return busy_ || !link_.MaySpawn(actor_.client); }
  /// What it made went with the old world.
  void Forget() { objects_.clear(); }
  /// Moves what moves by itself.
  void Tick();

 private:
  struct Object {
    explicit Object(const RigidTransform& X_WO) : motion(X_WO) {}
    /// In the world; empty until it is there.
    std::string entity;
    std::string class_name;
    std::string memory;
    Vector3d size = Vector3d::Ones();
    bool permanent = false;
    bool killed = false;
    std::shared_ptr<void> counted;
    MovingObject motion;
  };
  using Objects = std::map<std::string, std::shared_ptr<Object>>;

  void Create(const Line& line);
  void CreateAt(const Line& line, const RigidTransform& X_WO);
  /// An object could not be made.
  void Lost(const std::string& name, const Object* object, const std::string& reason);
  void Kill(const std::string& name);
  void KillAll(const Line& line);
  void Move(const Line& line, bool relative);
  void SetMotion(const Line& line, const std::string& type);
  void SetWay(const Line& line, Object* object);
  void TellState(const Line& line);
  void Delete(const Object& object);
  void Place(const std::string& entity, const RigidTransform& X_WO);
  /// Where all things are, by entity.
  void AskPlaces(std::function<void(const std::map<std::string, RigidTransform>&)> then);
  Object* Find(const std::string& name);

  const ClassTable& table_;
  GraphLink& link_;
  Actor actor_;
  Frames frames_;
  Ends ends_;
  Objects objects_;
  SimTimeNs moved_ns_ = -1;
  bool busy_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace surefoot::gateways::usarsim
