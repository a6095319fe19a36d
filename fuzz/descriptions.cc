#include "fuzz/descriptions.h"

#include "surefoot/world/world.h"
#include "tests/hostile/samples.h"
#include "tests/source_dir.h"

namespace surefoot::fuzz {
namespace {

std::string SamplesFolder() { return std::string(SUREFOOT_SOURCE_DIR) + "/tests/hostile/samples"; }

/// Made once per program.
bool WriteNeighboursOnce() {
  hostile::WriteNeighbours(SamplesFolder(), Folder());
  return true;
}

}  // namespace

void ReadDescription(const formats::Format& format, const std::string& ending,
                     std::string_view input) {
  [[maybe_unused]] static const bool written = WriteNeighboursOnce();
  const std::string path = WriteFile("damaged." + ending, input);
  formats::FormatRegistry registry;
  registry.Add(ending, format);
  formats::UriResolver resolver;
  resolver.set_scope(FileScope({Folder()}));
  Problems problems;
  const formats::ReadResult read = formats::ReadFile(registry, resolver, path, &problems);
  if (!read.ok) return Require(!problems.ok(), "a file that is refused has an error");
  const auto world = world::MakeWorld(read.spec, &problems);
  Require(world.ok() || !world.error().message.empty(), "a world that is refused has an error");
}

void AddHostileSamples(const std::string& ending, SeedList* seeds) {
  for (const hostile::Format& format : hostile::MakeFormats(SamplesFolder(), "")) {
    if (format.name != ending) continue;
    for (const std::string& sample : format.samples) seeds->Add(sample);
  }
}

void CheckMesh(const Status& read, MeshBuilder* builder) {
  if (!read.ok()) return Require(!read.error().message.empty(), "an error says something");
  const Result<TriMesh> mesh = builder->Finish();
  if (!mesh.ok()) return;
  for (const Vector3d& vertex : mesh->vertices) {
    Require(vertex.allFinite(), "coordinates of a mesh are finite");
  }
  for (const auto& triangle : mesh->triangles) {
    for (const auto corner : triangle) {
      Require(static_cast<std::size_t>(corner) < mesh->vertices.size(),
              "a triangle's corners are vertices of the mesh");
    }
  }
}

}  // namespace surefoot::fuzz
