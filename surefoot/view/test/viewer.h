#pragma once

/// What a page does with a scene and its poses: the rules of docs/reference/view.md, implemented
/// independently of the code that produces them.

#include <Eigen/Geometry>
#include <cstring>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"

namespace surefoot::view::test {

class Viewer {
 public:
  using Json = nlohmann::json;
  using Matrix = Eigen::Isometry3d;
  /// The content of a file of the server.
  using Fetch = std::function<std::string(const std::string& name)>;

  Viewer(const std::string& scene, const Fetch& fetch) : scene_(Json::parse(scene)) {
    for (const Json& model : scene_["models"]) {
      const Json description = Json::parse(fetch(model["description"]));
      const int first = model["first"];
      int number = 0;
      for (const Json& link : description["links"]) {
        Body body;
        body.link = link;
        body.motion = link["motion"];
        body.parent = link["parent"].get<int>() < 0 ? -1 : first + link["parent"].get<int>();
        body.X_WM = ToMatrix(model["pose"]);
        body.name = model["name"].get<std::string>() + "::" + link["name"].get<std::string>();
        if (body.motion == "pose") body.pose = body.X_WM * ToMatrix(link["pose"]);
        bodies_[first + number++] = body;
      }
    }
  }

  const Json& scene() const { return scene_; }
  std::size_t size() const { return bodies_.size(); }

  /// Returns the number of records.
  int Take(const Bytes& data) {
    std::size_t at = 0;
    int count = 0;
    while (at < data.size()) {
      Body& body = bodies_.at(Read<std::uint16_t>(data, &at));
      if (body.motion == "pose") {
        Eigen::Vector3d p;
        for (int i = 0; i < 3; ++i) p[i] = Read<float>(data, &at);
        double q[4];
        for (double& value : q) value = Read<std::int16_t>(data, &at) / 32767.0;
        body.pose =
            Eigen::Translation3d(p) * Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized();
      } else if (body.motion == "turn") {
        body.q = Read<std::uint16_t>(data, &at) / 65536.0 * 2.0 * 3.14159265358979323846;
      } else if (body.motion == "slide") {
        body.q = Read<float>(data, &at);
      } else {
        throw std::runtime_error("a record of a body that is fixed: " + body.name);
      }
      ++count;
    }
    return count;
  }

  Matrix PoseOf(int number) const {
    const Body& body = bodies_.at(number);
    if (body.motion == "pose") return body.pose;
    const Matrix parent = body.parent < 0 ? body.X_WM : PoseOf(body.parent);
    if (body.motion == "fixed") return parent * ToMatrix(body.link["pose"]);
    const Json& axis = body.link["axis"];
    const Eigen::Vector3d a(axis[0], axis[1], axis[2]);
    const Matrix before = parent * ToMatrix(body.link["X_PJ"]);
    const Matrix after = ToMatrix(body.link["X_JC"]);
    if (body.motion == "turn") return before * Eigen::AngleAxisd(body.q, a) * after;
    return before * Eigen::Translation3d(body.q * a) * after;
  }

 private:
  struct Body {
    Json link;
    std::string name;
    std::string motion;
    int parent = -1;
    Matrix X_WM;
    Matrix pose;
    double q = 0.0;
  };

  template <typename T>
  static T Read(const Bytes& data, std::size_t* at) {
    T value;
    if (*at + sizeof value > data.size()) throw std::runtime_error("a record is cut off");
    std::memcpy(&value, data.data() + *at, sizeof value);
    *at += sizeof value;
    return value;
  }

  static Matrix ToMatrix(const Json& pose) {
    const auto v = pose.get<std::vector<double>>();
    return Eigen::Translation3d(v.at(0), v.at(1), v.at(2)) *
           Eigen::Quaterniond(v.at(6), v.at(3), v.at(4), v.at(5)).normalized();
  }

  Json scene_;
  std::map<int, Body> bodies_;
};

}  // namespace surefoot::view::test
