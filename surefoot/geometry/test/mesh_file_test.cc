#include "surefoot/geometry/mesh_files/mesh_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

#include "surefoot/base/random.h"
#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/mesh/mass_properties.h"
#include "tests/source_dir.h"

namespace surefoot {
namespace {

using testing::AllOf;
using testing::HasSubstr;

double Volume(const TriMesh& mesh) {
  const Result<Inertia> inertia = MeshInertia(1.0, mesh);
  return inertia ? inertia->mass : std::nan("");
}

double Area(const TriMesh& mesh) {
  double area = 0.0;
  for (const auto& t : mesh.triangles) {
    const Vector3d& a = mesh.vertices[t[0]];
    area += 0.5 * (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).norm();
  }
  return area;
}

std::string BinaryStl(const TriMesh& mesh, std::string header = {}) {
  header.resize(80, ' ');
  const auto append = [&](const auto& value) {
    header.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  append(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& triangle : mesh.triangles) {
    for (int i = 0; i < 3; ++i) append(0.0f);
    for (const std::uint32_t index : triangle) {
      for (int i = 0; i < 3; ++i) append(static_cast<float>(mesh.vertices[index][i]));
    }
    append(std::uint16_t{0});
  }
  return header;
}

std::string TextStl(const TriMesh& mesh, const std::string& name) {
  std::string text = "solid " + name + "\n";
  for (const auto& triangle : mesh.triangles) {
    text += "facet normal 0 0 0\n outer loop\n";
    for (const std::uint32_t index : triangle) {
      const Vector3d& v = mesh.vertices[index];
      text += "  vertex " + std::to_string(v.x()) + " " + std::to_string(v.y()) + " " +
              std::to_string(v.z()) + "\n";
    }
    text += " endloop\nendfacet\n";
  }
  return text + "endsolid " + name + "\n";
}

const TriMesh& Box() {
  static const TriMesh box = MakeBoxMesh(Vector3d(1.0, 2.0, 4.0));
  return box;
}

std::string ErrorOf(const std::string& path, const std::string& submesh = {}) {
  const Result<TriMesh> mesh = LoadMeshFile(path, submesh);
  return mesh ? "loaded" : mesh.error().message;
}

TEST(StlFile, BinaryBoxIsJoinedAndExact) {
  const TempFolder folder;
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("box.STL", BinaryStl(Box())));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_EQ(mesh->vertices.size(), 8u);
  EXPECT_EQ(mesh->triangles.size(), 12u);
  EXPECT_NEAR(Volume(*mesh), 8.0, 1e-12);
  EXPECT_TRUE(mesh->normals.empty());
  EXPECT_TRUE(mesh->texture_coordinates.empty());
}

TEST(StlFile, BinaryWithSolidHeaderLoads) {
  const TempFolder folder;
  const std::string bytes = BinaryStl(Box(), "solid box, written by a CAD program");
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("box.stl", bytes));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_NEAR(Volume(*mesh), 8.0, 1e-12);
  // Bytes after the last triangle do not make it a text file.
  const Result<TriMesh> longer = LoadMeshFile(folder.Write("longer.stl", bytes + "tail"));
  ASSERT_TRUE(longer.ok()) << longer.error().message;
  EXPECT_NEAR(Volume(*longer), 8.0, 1e-12);
}

TEST(StlFile, TextBoxLoadsWhateverItsCase) {
  const TempFolder folder;
  std::string text = TextStl(Box(), "box");
  EXPECT_NEAR(Volume(*LoadMeshFile(folder.Write("box.stl", text))), 8.0, 1e-12);
  for (char& c : text) c = static_cast<char>(std::toupper(c));
  EXPECT_NEAR(Volume(*LoadMeshFile(folder.Write("BOX.STL", text))), 8.0, 1e-12);
}

TEST(StlFile, SolidsOfATextAreSubmeshes) {
  const TempFolder folder;
  const TriMesh moved = Transformed(RigidTransform(Vector3d(5.0, 0.0, 0.0)), Box());
  const std::string path =
      folder.Write("two.stl", TextStl(Box(), "left part") + TextStl(moved, "right"));
  EXPECT_EQ(LoadMeshFile(path)->triangles.size(), 24u);
  const Result<TriMesh> right = LoadMeshFile(path, "right");
  ASSERT_TRUE(right.ok()) << right.error().message;
  EXPECT_NEAR(right->Bounds().center().x(), 5.0, 1e-9);
  EXPECT_NEAR(LoadMeshFile(path, "right", true)->Bounds().center().norm(), 0.0, 1e-9);
  EXPECT_THAT(ErrorOf(path, "middle"), AllOf(HasSubstr("middle"), HasSubstr("left part, right")));
}

TEST(StlFile, CutOffFilesAreErrors) {
  const TempFolder folder;
  std::string binary = BinaryStl(Box());
  binary.resize(binary.size() - 10);
  EXPECT_THAT(ErrorOf(folder.Write("cut.stl", binary)),
              AllOf(HasSubstr("cut.stl"), HasSubstr("12 triangles"), HasSubstr("cut off")));
  std::string text = TextStl(Box(), "box");
  text.resize(text.size() / 2);
  EXPECT_THAT(ErrorOf(folder.Write("cut_text.stl", text)), HasSubstr("line "));
  EXPECT_THAT(ErrorOf(folder.Write("short.stl", "xyz")), HasSubstr("neither"));
}

TEST(StlFile, BadNumbersAreErrorsWithTheirPlace) {
  const TempFolder folder;
  TriMesh broken = Box();
  broken.vertices[3].y() = std::numeric_limits<double>::infinity();
  EXPECT_THAT(ErrorOf(folder.Write("inf.stl", BinaryStl(broken))), HasSubstr("triangle 1 "));
  std::string text = TextStl(Box(), "box");
  text.replace(text.find("vertex") + 7, 1, "nan ");
  EXPECT_THAT(ErrorOf(folder.Write("nan.stl", text)),
              AllOf(HasSubstr("line 4"), HasSubstr("\"nan\"")));
}

TEST(StlFile, DegenerateTrianglesAreDropped) {
  const TempFolder folder;
  TriMesh mesh = Box();
  mesh.vertices.emplace_back(9.0, 9.0, 9.0);
  mesh.triangles.push_back({8, 8, 0});  // Degenerate, and with an otherwise unused vertex.
  mesh.triangles.push_back({0, 1, 0});
  const Result<TriMesh> loaded = LoadMeshFile(folder.Write("box.stl", BinaryStl(mesh)));
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->triangles.size(), 12u);
  EXPECT_EQ(loaded->vertices.size(), 8u);
  TriMesh flat;
  flat.vertices = {Vector3d::Zero(), Vector3d::Ones(), 2.0 * Vector3d::Ones()};
  flat.triangles = {{0, 1, 2}};
  EXPECT_THAT(ErrorOf(folder.Write("flat.stl", BinaryStl(flat))), HasSubstr("no triangles"));
}

TEST(MeshFile, OnlyRegularFilesOfAKnownKind) {
  const TempFolder folder;
  const std::string pipe = folder.Path("pipe.stl");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(ErrorOf(pipe), AllOf(HasSubstr(pipe), HasSubstr("a pipe")));
  const std::string device = folder.Path("device.obj");
  ASSERT_EQ(::symlink("/dev/zero", device.c_str()), 0);
  EXPECT_THAT(ErrorOf(device), HasSubstr("a device"));
  ASSERT_EQ(::mkdir(folder.Path("folder.dae").c_str(), 0700), 0);
  EXPECT_THAT(ErrorOf(folder.Path("folder.dae")), HasSubstr("a folder"));
  EXPECT_THAT(ErrorOf(folder.Write("empty.stl", "")), HasSubstr("empty"));
  EXPECT_THAT(ErrorOf(folder.Path("absent.stl")), HasSubstr("absent.stl"));
  EXPECT_THAT(ErrorOf(folder.Write("mesh.abc", "x")),
              AllOf(HasSubstr("\"abc\""), HasSubstr("stl, obj, dae")));
  EXPECT_THAT(ErrorOf(folder.Write("noending", "x")), HasSubstr("supported are"));
}

TEST(MeshFile, HugeFilesAreRefusedUnread) {
  const TempFolder folder;
  const std::string path = folder.Write("huge.stl", "x");
  ASSERT_EQ(::truncate(path.c_str(), (off_t{513} << 20)), 0);  // sparse
  EXPECT_THAT(ErrorOf(path), AllOf(HasSubstr("513 MB"), HasSubstr("512 MB")));
}

constexpr char kObj[] = R"(mtllib looks.mtl
o first
v 0 0 0
v 2 0 0
v 0 3 0
v 0 0 4
vt 0 0
vt 1 0
vt 0 1
vn 0 0 -1
usemtl red
f 1/1/1 3/3/1 2/2/1
o second
usemtl blue
f 1 2 4
f -3 -2 -1
f 4 3 1
l 1 2
p 3
)";

constexpr char kMtl[] = R"(newmtl red
Kd 0.8 0.1 0.2
Ks 0.5 0.4 0.3
Ke 0 0.25 0
d 0.5
map_Kd textures/red.png
newmtl blue
Kd 0 0 1
)";

TEST(ObjFile, TetrahedronWithMaterials) {
  const TempFolder folder;
  folder.Write("looks.mtl", kMtl);
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.obj", kObj));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 4u);
  EXPECT_NEAR(Volume(*mesh), 4.0, 1e-6);
  ASSERT_EQ(mesh->triangle_materials.size(), 4u);
  const MeshMaterial& red = mesh->materials[mesh->triangle_materials[0]];
  EXPECT_EQ(red.name, "red");
  EXPECT_TRUE(red.diffuse.isApprox(Eigen::Vector4d(0.8, 0.1, 0.2, 0.5), 1e-6));
  EXPECT_TRUE(red.specular.head<3>().isApprox(Vector3d(0.5, 0.4, 0.3), 1e-6));
  EXPECT_TRUE(red.emissive.head<3>().isApprox(Vector3d(0.0, 0.25, 0.0), 1e-6));
  EXPECT_EQ(red.texture, folder.Path("textures/red.png"));
  EXPECT_EQ(mesh->materials[mesh->triangle_materials[1]].name, "blue");
}

TEST(ObjFile, NormalsAndTextureCoordinatesAreKept) {
  const TempFolder folder;
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.obj", kObj), "first");
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  ASSERT_EQ(mesh->triangles.size(), 1u);
  ASSERT_EQ(mesh->normals.size(), 3u);
  ASSERT_EQ(mesh->texture_coordinates.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(mesh->normals[i].isApprox(-Vector3d::UnitZ()));
    EXPECT_NEAR(mesh->texture_coordinates[i].x(), mesh->vertices[i].x() / 2.0, 1e-6);
    EXPECT_NEAR(mesh->texture_coordinates[i].y(), mesh->vertices[i].y() / 3.0, 1e-6);
  }
}

/// Parts without normals in a mesh with normals get those of their triangles.
TEST(ObjFile, MissingNormalsAreThoseOfTheTriangles) {
  const TempFolder folder;
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.obj", kObj));
  ASSERT_TRUE(mesh.ok());
  ASSERT_EQ(mesh->normals.size(), mesh->vertices.size());
  for (const Vector3d& normal : mesh->normals) EXPECT_NEAR(normal.norm(), 1.0, 1e-9);
}

TEST(ObjFile, ConcavePolygonIsCutExactly) {
  const TempFolder folder;
  // An arrow head; a fan from its first corner would cover the notch.
  const std::string path = folder.Write(
      "arrow.obj", "v 0 2 0\nv 3 0 0\nv 1 2 0\nv 3 4 0\nv 3 5 0\nv 0 5 0\nf 1 2 3 4 5 6\n");
  const Result<TriMesh> mesh = LoadMeshFile(path);
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  // Shoelace formula: 1/2 |sum x_i y_j - x_j y_i|.
  EXPECT_NEAR(Area(*mesh), 8.0, 1e-6);
  for (const auto& t : mesh->triangles) {
    const Vector3d& a = mesh->vertices[t[0]];
    EXPECT_GT((mesh->vertices[t[1]] - a).cross(mesh->vertices[t[2]] - a).z(), 0.0);
  }
}

TEST(ObjFile, BadIndicesAreErrorsWithTheirLine) {
  const TempFolder folder;
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const std::pair<const char*, const char*> cases[] = {
      {"f 1 2 9", "vertex 9 does not exist: there are 3"},
      {"f 1 2 -4", "vertex -4"},
      {"f 1 2 0", "vertex 0"},
      {"f 1 2 4294967297", "vertex 4294967297"},
      {"f 1/5 2/6 3/7", "texture coordinate 5 does not exist: there are 0"},
      {"f 1//4 2//5 3//6", "normal 4"},
      {"f 1 two 3", "\"two\""},
      {"f 1 2/x 3", "\"2/x\""},
      {"f 1///1 2 3", "1/1/1"},
      {"f 1 2 \\\n 9", "vertex 9"},
      {"v 1 2", "three are needed"},
      {"v 1 nan 2", "\"nan\""},
  };
  for (const auto& [line, expected] : cases) {
    EXPECT_THAT(ErrorOf(folder.Write("bad.obj", vertices + line + "\nf 1 2 3\n")),
                AllOf(HasSubstr("bad.obj: line 4: "), HasSubstr(expected)))
        << line;
  }
  EXPECT_THAT(ErrorOf(folder.Write("points.obj", vertices + "p 1\nl 1 2\nf 1 2\n")),
              HasSubstr("no triangles"));
}

TEST(ObjFile, LongLinesCommentsAndColours) {
  const TempFolder folder;
  const Result<TriMesh> mesh =
      LoadMeshFile(folder.Write("mesh.obj",
                                "# text\r\nv 0 0 0 1 0 0 # red\r\nv 1 0 \\\r\n0\r\nv 0 +1 0\r\n"
                                "vt 0.5\r\ng a b\r\nf 1/1/ 2/1 3/1"));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_NEAR(Area(*mesh), 0.5, 1e-12);
  EXPECT_TRUE(mesh->materials.empty());
  EXPECT_TRUE(mesh->triangle_materials.empty());
  EXPECT_EQ(mesh->texture_coordinates[0], Eigen::Vector2d(0.5, 0.0));
  EXPECT_TRUE(LoadMeshFile(folder.Path("mesh.obj"), "b").ok());
}

TEST(ObjFile, TextureNamesWithSpacesAndOptions) {
  const TempFolder folder;
  folder.Write("two words.mtl",
               "Kd 1 1 1\nnewmtl a\nmap_Kd -s 1 1 1 -bm 0.5 -o 0.1 my #1 pic#2.png\nTr 0.25\n");
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write(
      "mesh.obj", "mtllib two words.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n"));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  const MeshMaterial& material = mesh->materials[mesh->triangle_materials[0]];
  EXPECT_EQ(material.name, "a");
  EXPECT_DOUBLE_EQ(material.diffuse[3], 0.75);
  EXPECT_EQ(material.texture, folder.Path("my"));  // " #" starts a comment
}

TEST(ObjFile, MaterialFileThatIsAPipeDoesNotBlock) {
  const TempFolder folder;
  ASSERT_EQ(::mkfifo(folder.Path("looks.mtl").c_str(), 0600), 0);
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.obj", kObj));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 4u);
}

// Files that a client's mesh refers to outside of its scope are neither opened nor passed on.
TEST(MeshScope, NamesOutsideAreLeftOut) {
  const TempFolder folder;
  const std::string material =
      folder.Write("private/looks.mtl", "newmtl red\nKd 1 0 0\nmap_Kd ../private/key.png\n");
  folder.Write("private/key.png", "x");
  const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
  folder.Write("upload/m.obj", "");
  const FileScope scope({folder.Path("upload")});
  const auto diffuse = [&](const std::string& text, const FileScope& in) {
    const Result<TriMesh> mesh = LoadMeshFile(folder.Write("upload/m.obj", text), "", false, in);
    return mesh.ok() ? mesh->materials.back() : MeshMaterial();
  };
  for (const std::string& name : {std::string("../private/looks.mtl"), material}) {
    EXPECT_EQ(diffuse("mtllib " + name + "\n" + triangle, {}).diffuse[1], 0.0) << name;
    EXPECT_NE(diffuse("mtllib " + name + "\n" + triangle, scope).diffuse[1], 0.0) << name;
  }
  folder.Write("upload/looks.mtl", "newmtl red\nKd 1 0 0\nmap_Kd ../private/key.png\n");
  const std::string own = "mtllib looks.mtl\n" + triangle;
  EXPECT_EQ(diffuse(own, {}).texture, folder.Path("private/key.png"));
  EXPECT_EQ(diffuse(own, scope).texture, "");
  const auto named = [&](const FileScope& in) {
    const std::vector<std::string> files = FilesNamedIn(folder.Path("upload/m.obj"), in);
    return std::set<std::string>(files.begin(), files.end());
  };
  EXPECT_EQ(named({}), (std::set{folder.Path("upload/looks.mtl"), folder.Path("private/key.png")}));
  EXPECT_EQ(named(scope), std::set{folder.Path("upload/looks.mtl")});
}

/// A triangle in the xy plane with its third corner up, as y-up data in a buffer of base64.
TEST(GltfFile, YUpBecomesZUp) {
  const TempFolder folder;
  // Floats (0,0,0), (1,0,0), (0,2,0).
  const std::string gltf = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"mesh":0,"name":"thing"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
      "min":[0,0,0],"max":[1,2,0]}],
    "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":
    "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA"}]})";
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.gltf", gltf));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_TRUE(mesh->Bounds().min().isApprox(Vector3d(0.0, 0.0, 0.0)));
  EXPECT_TRUE(mesh->Bounds().max().isApprox(Vector3d(1.0, 0.0, 2.0)));
}

/// Files damaged in random places are loaded or rejected; they never cause a crash. Also run with
/// sanitizers.
TEST(MeshFile, DamagedFilesNeverCrash) {
  const TempFolder folder;
  folder.Write("looks.mtl", kMtl);
  folder.Write("mesh.obj", kObj);
  RandomStream random(1, "damage");
  const auto pick = [&](std::size_t count) {
    return static_cast<std::size_t>(random.Uniform() * static_cast<double>(count));
  };
  const char* const words[] = {"-1", "99999999", "nan", "4294967296", "1e400", "f", "v", "\n"};
  int refused = 0;
  for (const auto& [name, original] :
       {std::pair<std::string, std::string>{"a.stl", BinaryStl(Box())},
        {"b.stl", TextStl(Box(), "box")},
        {"c.obj", kObj},
        {"looks.mtl", kMtl}}) {
    for (int i = 0; i < 300; ++i) {
      std::string bytes = original;
      for (std::size_t change = 0; change <= pick(4); ++change) {
        const std::size_t at = pick(bytes.size());
        switch (pick(4)) {
          case 0:
            bytes[at] = static_cast<char>(pick(256));
            break;
          case 1:
            bytes.erase(at, pick(30));
            break;
          case 2:
            bytes.insert(at, words[pick(8)]);
            break;
          default:
            bytes.insert(at, bytes.substr(pick(bytes.size()), pick(60)));
            break;
        }
        if (bytes.empty()) bytes = "x";
      }
      const std::string path = folder.Write(name, bytes);
      const Result<TriMesh> mesh =
          LoadMeshFile(name == "looks.mtl" ? folder.Path("mesh.obj") : path);
      if (!mesh) {
        ++refused;
        EXPECT_THAT(mesh.error().message, HasSubstr(name));
        continue;
      }
      for (const Vector3d& vertex : mesh->vertices) ASSERT_TRUE(vertex.allFinite());
      for (const auto& t : mesh->triangles) {
        ASSERT_LT(std::max({t[0], t[1], t[2]}), mesh->vertices.size());
      }
    }
  }
  EXPECT_GT(refused, 100);
}

/// The published terrain pieces are 1 m wide; gravel protrudes on one side.
TEST(MeshFile, PublishedTerrainPieces) {
  const char* configured = std::getenv("SUREFOOT_REAL_DATA");
  const std::string folder =
      std::string(configured != nullptr ? configured : SUREFOOT_SOURCE_DIR "/../shared/data") +
      "/husky_lab/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: no real data";
  const Result<TriMesh> bumps = LoadMeshFile(folder + "bumps.obj");
  ASSERT_TRUE(bumps.ok()) << bumps.error().message;
  EXPECT_TRUE(bumps->Bounds().min().isApprox(Vector3d(-0.5, -0.5, -0.005), 1e-6));
  EXPECT_TRUE(bumps->Bounds().max().isApprox(Vector3d(0.5, 0.5, 0.081), 1e-6));
  const Result<TriMesh> same = LoadMeshFile(folder + "bumps.dae");
  ASSERT_TRUE(same.ok()) << same.error().message;
  EXPECT_NEAR(LoadMeshFile(folder + "gravel.obj")->Bounds().max().z(), 0.0925, 1e-3);
}

}  // namespace
}  // namespace surefoot
