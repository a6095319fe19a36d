#pragma once

#include "surefoot/base/bytes.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// A mesh as bytes, bit-exact: for the disk cache and the messages of the import program.
void PutMesh(const TriMesh& mesh, ByteWriter* out);

/// Reads what PutMesh wrote. Returns false if it is damaged: truncated, inconsistent sizes, indices
/// out of range, values that are not finite. Allocates at most a few times the size of the input,
/// whatever the counts claim.
bool GetMesh(ByteReader* in, TriMesh* mesh);

}  // namespace surefoot
