#pragma once

#include "surefoot/base/bytes.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// A mesh as bytes, exactly: for the disk cache and for what comes out of the import program.
void PutMesh(const TriMesh& mesh, ByteWriter* out);

/// Reads what PutMesh wrote. False when it is damaged: cut off, sizes that do not fit each other,
/// indices without a vertex or material, numbers that are not finite. Allocates no more than
/// a few times the bytes there are.
bool GetMesh(ByteReader* in, TriMesh* mesh);

}  // namespace surefoot
