#include "surefoot/sim/motions.h"

#include <algorithm>

namespace surefoot::sim {
namespace {

void PutWay(const Way& way, ByteWriter* writer) {
  writer->Put(way.start_ns);
  writer->Put(way.end_ns);
}

Way GetWay(ByteReader* reader) {
  Way way;
  way.start_ns = reader->Get<SimTimeNs>();
  way.end_ns = reader->Get<SimTimeNs>();
  return way;
}

void PutPose(const RigidTransform& X, ByteWriter* writer) {
  writer->PutRaw(X.q.coeffs().data(), 4 * sizeof(double));
  writer->PutRaw(X.p.data(), 3 * sizeof(double));
}

RigidTransform GetPose(ByteReader* reader) {
  RigidTransform X;
  reader->GetRaw(X.q.coeffs().data(), 4 * sizeof(double));
  reader->GetRaw(X.p.data(), 3 * sizeof(double));
  return X;
}

}  // namespace

double Way::ShareAt(SimTimeNs time_ns) const {
  if (time_ns >= end_ns) return 1.0;
  if (time_ns <= start_ns) return 0.0;
  const double u = static_cast<double>(time_ns - start_ns) / static_cast<double>(end_ns - start_ns);
  return u * u * (3.0 - 2.0 * u);
}

RigidTransform ModelWay::PoseAt(SimTimeNs time_ns) const {
  const double share = way.ShareAt(time_ns);
  if (share >= 1.0) return X_to;
  return RigidTransform(X_from.q.slerp(share, X_to.q), X_from.p + share * (X_to.p - X_from.p));
}

void Motions::ForgetJoint(const std::string& joint, int axis) {
  joints.erase(
      std::remove_if(joints.begin(), joints.end(),
                     [&](const JointWay& way) { return way.joint == joint && way.axis == axis; }),
      joints.end());
}

void Motions::ForgetModel(const std::string& model) {
  models.erase(std::remove_if(models.begin(), models.end(),
                              [&](const ModelWay& way) { return way.model == model; }),
               models.end());
}

void Motions::Save(ByteWriter* writer) const {
  writer->Put<std::uint64_t>(joints.size());
  for (const JointWay& way : joints) {
    writer->PutString(way.joint);
    writer->Put<std::int32_t>(way.axis);
    writer->Put(way.from);
    writer->Put(way.to);
    PutWay(way.way, writer);
  }
  writer->Put<std::uint64_t>(models.size());
  for (const ModelWay& way : models) {
    writer->PutString(way.model);
    PutPose(way.X_from, writer);
    PutPose(way.X_to, writer);
    writer->Put<std::uint8_t>(way.check ? 1 : 0);
    PutWay(way.way, writer);
  }
  writer->Put<std::uint64_t>(unpowered.size());
  for (const std::string& model : unpowered) writer->PutString(model);
}

bool Motions::Restore(ByteReader* reader) {
  *this = Motions();
  for (auto left = reader->Get<std::uint64_t>(); left > 0 && reader->ok(); --left) {
    JointWay way;
    way.joint = reader->GetString();
    way.axis = reader->Get<std::int32_t>();
    way.from = reader->Get<double>();
    way.to = reader->Get<double>();
    way.way = GetWay(reader);
    joints.push_back(std::move(way));
  }
  for (auto left = reader->Get<std::uint64_t>(); left > 0 && reader->ok(); --left) {
    ModelWay way;
    way.model = reader->GetString();
    way.X_from = GetPose(reader);
    way.X_to = GetPose(reader);
    way.check = reader->Get<std::uint8_t>() != 0;
    way.way = GetWay(reader);
    models.push_back(std::move(way));
  }
  for (auto left = reader->Get<std::uint64_t>(); left > 0 && reader->ok(); --left) {
    unpowered.push_back(reader->GetString());
  }
  return reader->ok();
}

}  // namespace surefoot::sim
