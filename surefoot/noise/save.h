#pragma once

/// Vectors and random streams in saved states.

#include "surefoot/base/bytes.h"
#include "surefoot/base/random.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::noise {

inline void SaveVector(const Vector3d& v, ByteWriter* writer) {
  writer->PutRaw(v.data(), 3 * sizeof(double));
}

inline Vector3d RestoreVector(ByteReader* reader) {
  Vector3d v = Vector3d::Zero();
  reader->GetRaw(v.data(), 3 * sizeof(double));
  return v;
}

inline void SaveStream(const RandomStream& stream, ByteWriter* writer) {
  writer->Put(stream.state());
}

inline void RestoreStream(ByteReader* reader, RandomStream* stream) {
  stream->set_state(reader->Get<RandomStream::State>());
}

}  // namespace surefoot::noise
