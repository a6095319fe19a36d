#include "surefoot/geometry/import/child_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "surefoot/base/random.h"
#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/image/image_file.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"
#include "surefoot/geometry/test/import_samples.h"
#include "surefoot/geometry/test/png_writer.h"

namespace surefoot {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TriMesh Load(const std::string& path, const std::string& submesh = {}) {
  Result<TriMesh> mesh = LoadMeshFile(path, submesh);
  EXPECT_TRUE(mesh.ok()) << mesh.error().message;
  return mesh.ok() ? *mesh : TriMesh();
}

double VolumeOf(const TriMesh& mesh) {
  double volume = 0.0;
  for (const auto& t : mesh.triangles) {
    volume += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6.0;
  }
  return volume;
}

/// The tetrahedron has these bounds and faces outwards.
void ExpectTetra(const TriMesh& mesh, const Vector3d& low, const Vector3d& high) {
  ASSERT_EQ(mesh.triangles.size(), 4u);
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  EXPECT_LT((bounds.min() - low).norm(), 1e-5) << bounds.min().transpose();
  EXPECT_LT((bounds.max() - high).norm(), 1e-5) << bounds.max().transpose();
  EXPECT_NEAR(VolumeOf(mesh), (high - low).prod() / 6.0, 1e-5);
}

/// y up converted: the file's y becomes z, its z becomes -y.
const Vector3d kYUpLow(0.0, -3.0, 0.0);
const Vector3d kYUpHigh(1.0, 0.0, 2.0);
const Vector3d kZUpHigh(1.0, 2.0, 3.0);

TEST(ChildImport, UnitsAndUpAxisOfEveryFormat) {
  const TempFolder folder;
  ExpectTetra(Load(folder.Write("a.glb", Exported("glb2"))), kYUpLow, kYUpHigh);
  ExpectTetra(Load(folder.Write("a.x3d", Exported("x3d"))), kYUpLow, kYUpHigh);
  ExpectTetra(Load(folder.Write("a.3ds", Exported("3ds"))), Vector3d::Zero(), kZUpHigh);
  ExpectTetra(Load(folder.Write("a.dxf", Dxf())), Vector3d::Zero(), 0.001 * kZUpHigh);
  ExpectTetra(Load(folder.Write("a.off", Off())), Vector3d::Zero(), kZUpHigh);
  ExpectTetra(Load(folder.Write("a.FBX", Exported("fbxa"))), 0.01 * kYUpLow, 0.01 * kYUpHigh);
  std::string inches_z_up = Exported("fbxa");
  const auto set = [&](const std::string& name, const std::string& type, const std::string& from,
                       const std::string& to) {
    const std::string line = "\"" + name + "\", " + type + ", \"\", ";
    const std::size_t at = inches_z_up.find(line + from);
    ASSERT_NE(at, std::string::npos) << name;
    inches_z_up.replace(at, line.size() + from.size(), line + to);
  };
  const std::string integer = "\"int\", \"Integer\"";
  set("UpAxis", integer, "1", "2");
  set("FrontAxis", integer, "2", "1");
  set("FrontAxisSign", integer, "1", "-1");
  set("UnitScaleFactor", "\"double\", \"Number\"", "1", "2.54");
  ExpectTetra(Load(folder.Write("b.fbx", inches_z_up)), Vector3d::Zero(), 0.0254 * kZUpHigh);
}

TEST(ChildImport, MaterialsAndPartsAreKept) {
  const TempFolder folder;
  const std::string path = folder.Write("a.glb", Exported("glb2"));
  const TriMesh mesh = Load(path, "part");
  ASSERT_EQ(mesh.triangles.size(), 4u);
  const MeshMaterial& material = mesh.materials.at(mesh.triangle_materials.at(0));
  EXPECT_EQ(material.name, "paint");
  EXPECT_TRUE(material.diffuse.isApprox(Eigen::Vector4d(1.0, 0.0, 0.0, 1.0)));
  EXPECT_EQ(mesh.normals.size(), mesh.vertices.size());
  const Result<TriMesh> none = LoadMeshFile(path, "wheel");
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, AllOf(HasSubstr("a.glb"), HasSubstr("part")));
}

std::string Base64(const std::string& bytes) {
  const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned value = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      value = value << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : digits[value >> (18 - 6 * k) & 63u];
    }
  }
  return text;
}

/// An embedded picture becomes a readable file.
TEST(ChildImport, TexturesInTheFileBecomeFiles) {
  const TempFolder folder;
  ::setenv("SUREFOOT_CACHE", folder.Path("cache").c_str(), 1);
  const std::string png = Png(1, 1, 8, 2).Finish({std::string("\x01\x02\x03", 3)});
  const std::string gltf = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
    "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
    "textures":[{"source":0}],"images":[{"uri":"data:image/png;base64,)" +
                           Base64(png) + R"("}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
      "min":[0,0,0],"max":[1,2,0]}],
    "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":
    "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA"}]})";
  const TriMesh mesh = Load(folder.Write("mesh.gltf", gltf));
  ::unsetenv("SUREFOOT_CACHE");
  ASSERT_FALSE(mesh.materials.empty());
  const std::string texture = mesh.materials.at(mesh.triangle_materials.at(0)).texture;
  EXPECT_THAT(texture, AllOf(HasSubstr(folder.Path("cache")), HasSubstr(".png")));
  const Result<Image> image = LoadImage(texture);
  ASSERT_TRUE(image.ok()) << image.error().message;
  EXPECT_EQ(image->rgba, (std::vector<std::uint8_t>{1, 2, 3, 255}));
}

TEST(ChildImport, WhatGoesWrongIsReported) {
  const TempFolder folder;
  const std::string path = folder.Write("a.glb", Exported("glb2"));
  ImportLimits limits;
  limits.program = "/nowhere/surefoot-import";
  EXPECT_THAT(ImportMesh(path, "", {}, limits).error().message, HasSubstr("cannot be started"));
  limits.program = "/bin/false";
  EXPECT_THAT(ImportMesh(path, "", {}, limits).error().message, HasSubstr("exit code 1"));
  const auto script = [&](const std::string& text) {
    const std::string program = folder.Write("program", "#!/bin/sh\n" + text + "\n");
    ::chmod(program.c_str(), 0700);
    return program;
  };
  limits.program = script("kill -SEGV $$");
  EXPECT_THAT(ImportMesh(path, "", {}, limits).error().message,
              AllOf(HasSubstr("crashed on this file"), HasSubstr("signal 11")));
  limits.program = script("printf garbage >&3");
  EXPECT_FALSE(ImportMesh(path, "", {}, limits).ok());
  limits.program = script("sleep 20");
  limits.wall_seconds = 0.2;
  EXPECT_THAT(ImportMesh(path, "", {}, limits).error().message, HasSubstr("was stopped"));
  EXPECT_THAT(LoadMeshFile(folder.Write("b.fbx", "no mesh at all")).error().message,
              AllOf(HasSubstr("b.fbx"), HasSubstr("export")));
  EXPECT_THAT(LoadMeshFile(folder.Path("none.glb")).error().message, HasSubstr("none.glb"));
}

/// Damaged files result in a mesh or an error with the file's name, whatever happens in the
/// library.
TEST(ChildImport, DamagedFilesNeverCrash) {
  const TempFolder folder;
  RandomStream random(3, "damage");
  const auto pick = [&](std::size_t count) {
    return static_cast<std::size_t>(random.Uniform() * static_cast<double>(count));
  };
  int refused = 0;
  for (const auto& [name, original] :
       {std::pair<std::string, std::string>{"m.glb", Exported("glb2")},
        {"m.gltf", Exported("gltf2")},
        {"m.fbx", Exported("fbxa")},
        {"m.3ds", Exported("3ds")},
        {"m.x3d", Exported("x3d")},
        {"m.dxf", Dxf()},
        {"m.off", Off()}}) {
    ASSERT_FALSE(original.empty()) << name;
    for (int i = 0; i < 20; ++i) {
      std::string bytes = original;
      for (std::size_t change = 0; change <= pick(6); ++change) {
        const std::size_t at = pick(bytes.size());
        switch (pick(3)) {
          case 0:
            bytes.erase(at, pick(60));
            break;
          case 1:
            bytes.insert(at, bytes.substr(pick(bytes.size()), pick(60)));
            break;
          default:
            bytes[at] = static_cast<char>(pick(3) == 0 ? 0xff : pick(256));
            break;
        }
        if (bytes.empty()) bytes = "x";
      }
      const Result<TriMesh> mesh = LoadMeshFile(folder.Write(name, bytes));
      if (!mesh) {
        ++refused;
        EXPECT_THAT(mesh.error().message, HasSubstr(name));
        continue;
      }
      for (const Vector3d& vertex : mesh->vertices) ASSERT_TRUE(vertex.allFinite());
    }
  }
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace surefoot
