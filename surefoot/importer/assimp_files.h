#pragma once

#include <memory>

namespace Assimp {
class IOSystem;
}

namespace surefoot::importer {

/// Lets Assimp read regular files only, and write none.
std::unique_ptr<Assimp::IOSystem> MakeRegularFiles();

}  // namespace surefoot::importer
