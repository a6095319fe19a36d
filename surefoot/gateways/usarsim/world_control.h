#pragma once

/// A connection that controls the world instead of a robot: CONTROL commands after INIT with the
/// class USARBotAPI.WorldController. It creates, moves and deletes objects.

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

/// The objects of one connection. They are deleted with the connection, unless they are permanent.
class WorldControl {
 public:
  struct Ends {
    std::function<void(std::string)> answer;
    std::function<void(const std::string& error)> report;
  };

  WorldControl(const ClassTable& table, GraphLink* link, Actor actor, const Frames& frames,
               Ends ends);
  /// Deletes the objects that are not permanent.
  ~WorldControl();
  WorldControl(const WorldControl&) = delete;
  WorldControl& operator=(const WorldControl&) = delete;

  void Handle(const Line& line);
  /// Whether it waits for the poses of entities (one query at a time, because answers can be long),
  /// or for objects that are being spawned.
  bool busy() const { return busy_ || !link_.MaySpawn(actor_.client); }
  /// Another world was loaded, so its objects are gone.
  void Forget() { objects_.clear(); }
  /// Advances moving objects.
  void Tick();

 private:
  struct Object {
    explicit Object(const RigidTransform& X_WO) : motion(X_WO) {}
    /// Name of the entity in the world; empty until it was spawned.
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
  /// Reports that an object could not be created.
  void Lost(const std::string& name, const Object* object, const std::string& reason);
  void Kill(const std::string& name);
  void KillAll(const Line& line);
  void Move(const Line& line, bool relative);
  void SetMotion(const Line& line, const std::string& type);
  void SetWay(const Line& line, Object* object);
  void SendState(const Line& line);
  void Delete(const Object& object);
  void Place(const std::string& entity, const RigidTransform& X_WO);
  /// Queries the poses of all entities, by name.
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
