#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <assimp/Importer.hpp>

#include "surefoot/base/random.h"
#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/mesh/mass_properties.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"

namespace surefoot {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Variations of the test files.
struct Options {
  std::string unit = R"(<unit name="meter" meter="1"/>)";
  std::string up = "<up_axis>Z_UP</up_axis>";
  std::string node = R"(<node id="n1" name="corner"><instance_geometry url="#tetra">
      <bind_material><technique_common><instance_material symbol="paint" target="#red"/>
      </technique_common></bind_material></instance_geometry></node>)";
  std::string primitive = R"(<triangles count="4" material="paint">
      <input semantic="VERTEX" source="#v" offset="0"/>
      <input semantic="TEXCOORD" source="#uv" offset="1" set="0"/>
      <p>0 0 2 0 1 0  0 0 1 0 3 0  1 0 2 0 3 0  0 0 3 0 2 0</p></triangles>)";
  std::string numbers = "0 0 0  2 0 0  0 3 0  0 0 4";
};

/// A tetrahedron with legs 2, 3 and 4 along x, y and z.
std::string Dae(const Options& options) {
  return R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>)" +
         options.unit + options.up + R"(</asset>
<library_images><image id="img"><init_from>tex%20tures/red.png</init_from></image></library_images>
<library_effects><effect id="fx"><profile_COMMON>
  <newparam sid="surf"><surface type="2D"><init_from>img</init_from></surface></newparam>
  <newparam sid="samp"><sampler2D><source>surf</source></sampler2D></newparam>
  <technique sid="t"><phong>
   <emission><color>0 0 0.5 1</color></emission>
   <diffuse><texture texture="samp" texcoord="UV"/></diffuse>
   <specular><color>0.25 0.5 0.75 1</color></specular>
  </phong></technique></profile_COMMON></effect>
 <effect id="plainfx"><profile_COMMON><technique sid="t"><lambert>
   <diffuse><color>0.1 0.2 0.3 1</color></diffuse>
   <transparent opaque="A_ONE"><color>1 1 1 1</color></transparent>
   <transparency><float>0.5</float></transparency>
  </lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="red" name="Red"><instance_effect url="#fx"/></material>
 <material id="plain"><instance_effect url="#plainfx"/></material></library_materials>
<library_geometries><geometry id="tetra" name="Tetra"><mesh>
 <source id="pos"><float_array id="pa" count="12">)" +
         options.numbers + R"(</float_array>
  <technique_common><accessor source="#pa" count="4" stride="3">
  <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
  </accessor></technique_common></source>
 <source id="uvs"/><source id="uv"><float_array id="ua" count="2">0.25 0.75</float_array>
  <technique_common><accessor source="#ua" count="1" stride="2">
  <param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source>
 <vertices id="v"><input semantic="POSITION" source="#pos"/></vertices>
)" + options.primitive +
         R"(
</mesh></geometry></library_geometries>
<library_nodes><node id="shared" name="sharednode"><translate>0 0 10</translate>
 <instance_geometry url="#tetra"/></node>
 <node id="loop"><instance_node url="#loop"/></node></library_nodes>
<library_visual_scenes><visual_scene id="scene">)" +
         options.node + R"(</visual_scene>
</library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>
)";
}

Result<TriMesh> Load(const Options& options, const std::string& submesh = {}, bool center = false) {
  const TempFolder folder;
  return LoadMeshFile(folder.Write("mesh.dae", Dae(options)), submesh, center);
}

std::string ErrorOf(const Options& options) {
  const Result<TriMesh> mesh = Load(options);
  return mesh ? "loaded" : mesh.error().message;
}

double Volume(const TriMesh& mesh) {
  const Result<Inertia> inertia = MeshInertia(1.0, mesh);
  return inertia ? inertia->mass : -1.0;
}

TEST(ColladaFile, ZUpInMetresIsTakenAsItIs) {
  const Result<TriMesh> mesh = Load({});
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_NEAR(Volume(*mesh), 4.0, 1e-12);
  EXPECT_TRUE(mesh->Bounds().max().isApprox(Vector3d(2.0, 3.0, 4.0)));
}

/// The legs 2, 3, 4 are along the file's x, y, z, whatever <up_axis> says.
TEST(ColladaFile, TheUnitIsHonouredAndTheUpAxisIsNot) {
  for (const char* up : {"<up_axis>Z_UP</up_axis>", "<up_axis>Y_UP</up_axis>", "",
                         "<up_axis>X_UP</up_axis>", "<up_axis>SIDEWAYS</up_axis>"}) {
    for (const double metres : {1.0, 0.01, 0.0254}) {
      Options options;
      options.up = up;
      options.unit = "<unit meter=\"" + std::to_string(metres) + "\"/>";
      const Result<TriMesh> mesh = Load(options);
      ASSERT_TRUE(mesh.ok()) << mesh.error().message;
      EXPECT_TRUE(mesh->Bounds().min().isZero()) << up;
      EXPECT_TRUE(mesh->Bounds().max().isApprox(metres * Vector3d(2, 3, 4), 1e-9)) << up;
      EXPECT_NEAR(Volume(*mesh), 4.0 * metres * metres * metres, 1e-12) << up;
    }
  }
}

TEST(ColladaFile, NodeTransformsAreAppliedInOrder) {
  Options options;
  options.node = R"(<node><translate>1 0 0</translate><rotate>0 0 1 90</rotate>
     <scale>2 1 1</scale><node><matrix>1 0 0 0  0 1 0 0  0 0 1 5  0 0 0 1</matrix>
     <instance_geometry url="#tetra"/></node></node>)";
  const Result<TriMesh> mesh = Load(options);
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  // (x, y, z) -> z + 5 -> 2x -> (-y, x) -> +1 in x.
  EXPECT_TRUE(mesh->Bounds().min().isApprox(Vector3d(-2.0, 0.0, 5.0), 1e-9));
  EXPECT_TRUE(mesh->Bounds().max().isApprox(Vector3d(1.0, 4.0, 9.0), 1e-9));
  EXPECT_NEAR(Volume(*mesh), 8.0, 1e-9);
}

TEST(ColladaFile, MirroredNodesKeepFacingOutward) {
  Options options;
  options.node = R"(<node><scale>1 1 -1</scale><instance_geometry url="#tetra"/></node>)";
  const Result<TriMesh> mesh = Load(options);
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_NEAR(Volume(*mesh), 4.0, 1e-12);
  EXPECT_NEAR(mesh->Bounds().min().z(), -4.0, 1e-12);
}

TEST(ColladaFile, InstancedNodesAndSubmeshes) {
  Options options;
  options.node += R"(<node id="n2" name="upper"><instance_node url="#shared"/></node>)";
  EXPECT_EQ(Load(options)->triangles.size(), 8u);
  for (const char* name : {"sharednode", "shared"}) {
    const Result<TriMesh> part = Load(options, name);
    ASSERT_TRUE(part.ok()) << part.error().message;
    EXPECT_EQ(part->triangles.size(), 4u);
    EXPECT_NEAR(part->Bounds().min().z(), 10.0, 1e-12);
    EXPECT_TRUE(Load(options, name, true)->Bounds().center().isZero(1e-12));
  }
  EXPECT_EQ(Load(options, "Tetra")->triangles.size(), 8u);
  EXPECT_THAT(Load(options, "absent").error().message,
              AllOf(HasSubstr("absent"), HasSubstr("corner"), HasSubstr("sharednode")));
}

TEST(ColladaFile, MaterialsAndTextureCoordinates) {
  const TempFolder folder;
  Options options;
  options.node += R"(<node><instance_geometry url="#tetra"><bind_material><technique_common>
      <instance_material symbol="paint" target="#plain"/></technique_common></bind_material>
      </instance_geometry></node>)";
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.dae", Dae(options)));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  ASSERT_EQ(mesh->triangle_materials.size(), 8u);
  const MeshMaterial& red = mesh->materials[mesh->triangle_materials[0]];
  EXPECT_EQ(red.name, "Red");
  EXPECT_EQ(red.texture, folder.Path("tex tures/red.png"));
  EXPECT_TRUE(red.diffuse.isApprox(Eigen::Vector4d::Ones()));
  EXPECT_TRUE(red.specular.isApprox(Eigen::Vector4d(0.25, 0.5, 0.75, 1.0)));
  EXPECT_TRUE(red.emissive.isApprox(Eigen::Vector4d(0.0, 0.0, 0.5, 1.0)));
  const MeshMaterial& plain = mesh->materials[mesh->triangle_materials[4]];
  EXPECT_EQ(plain.name, "plain");
  EXPECT_TRUE(plain.diffuse.isApprox(Eigen::Vector4d(0.1, 0.2, 0.3, 0.5)));
  EXPECT_EQ(plain.texture, "");
  ASSERT_EQ(mesh->texture_coordinates.size(), mesh->vertices.size());
  EXPECT_TRUE(mesh->texture_coordinates[0].isApprox(Eigen::Vector2d(0.25, 0.75)));
}

TEST(ColladaFile, AllKindsOfPrimitivesGiveTheSameSolid) {
  const std::string input = R"(<input semantic="VERTEX" source="#v" offset="0"/>)";
  for (const std::string& primitive :
       {"<polylist count=\"4\">" + input +
            "<vcount>3 3 3 3</vcount><p>0 2 1 0 1 3 1 2 3 0 3 2</p></polylist>",
        "<polygons count=\"4\">" + input +
            "<p>0 2 1</p><p>0 1 3</p><p>1 2 3</p><p>0 3 2</p></polygons>",
        "<tristrips count=\"1\">" + input + "<p>0 2 1 3 0 2</p></tristrips>",
        "<trifans count=\"2\">" + input + "<p>0 2 1 3 2</p><p>3 1 2</p></trifans>",
        "<lines count=\"1\">" + input + "<p>0 1</p></lines><triangles count=\"4\">" + input +
            "<p>0 2 1 0 1 3</p><p>1 2 3 0 3 2</p></triangles>"}) {
    Options options;
    options.primitive = primitive;
    const Result<TriMesh> mesh = Load(options);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message << primitive;
    EXPECT_EQ(mesh->triangles.size(), 4u) << primitive;
    EXPECT_NEAR(Volume(*mesh), 4.0, 1e-12) << primitive;
  }
}

TEST(ColladaFile, AFileWithoutASceneGivesItsGeometries) {
  const TempFolder folder;
  std::string text = Dae({});
  const std::size_t from = text.find("<library_visual_scenes>");
  text.erase(from, text.find("</COLLADA>") - from);
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.dae", text));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_NEAR(Volume(*mesh), 4.0, 1e-12);
}

TEST(ColladaFile, ErrorsNameTheLineAndTheElement) {
  Options options;
  options.primitive = R"(<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/>
    <p>0 1 99</p></triangles>)";
  EXPECT_THAT(ErrorOf(options), AllOf(HasSubstr("mesh.dae: line "), HasSubstr("<p>: index 99")));
  options.primitive = R"(<triangles><input semantic="VERTEX" source="#gone"/><p>0</p></triangles>)";
  EXPECT_THAT(ErrorOf(options), HasSubstr("<input>"));
  options.primitive = R"(<polylist><input semantic="VERTEX" source="#v" offset="0"/>
    <vcount>3 3</vcount><p>0 1 2</p></polylist>)";
  EXPECT_THAT(ErrorOf(options), HasSubstr("<vcount>"));
  options = {};
  options.numbers = "0 0 0 2 0 0 0 three 0 0 0 4";
  EXPECT_THAT(ErrorOf(options), HasSubstr("\"three\""));
  options.numbers = "0 0 0";
  EXPECT_THAT(ErrorOf(options), AllOf(HasSubstr("<accessor>"), HasSubstr("count 4")));
  options = {};
  options.numbers = "0 0 0 2 0 0 0 inf 0 0 0 4";
  EXPECT_THAT(ErrorOf(options), HasSubstr("finite"));
  options = {};
  options.unit = R"(<unit meter="0"/>)";
  EXPECT_THAT(ErrorOf(options), HasSubstr("meter=\"0\""));
  options = {};
  options.node = R"(<node><instance_geometry url="other.dae#x"/></node>)";
  EXPECT_THAT(ErrorOf(options), HasSubstr("other.dae#x"));
  options.node = R"(<node><matrix>1 2 3</matrix></node>)";
  EXPECT_THAT(ErrorOf(options), HasSubstr("needed are 16"));
}

TEST(ColladaFile, NodesThatContainThemselvesEnd) {
  Options options;
  options.node = R"(<node><instance_node url="#loop"/></node>)";
  EXPECT_THAT(ErrorOf(options), HasSubstr("contain itself"));
  // Thirty doublings: a billion instances.
  std::string library;
  for (int i = 0; i < 30; ++i) {
    const std::string next = "#k" + std::to_string(i + 1);
    library += "<node id=\"k" + std::to_string(i) + "\"><instance_node url=\"" + next +
               "\"/><instance_node url=\"" + next + "\"/></node>";
  }
  options.node = library;
  EXPECT_THAT(ErrorOf(options), HasSubstr("too many"));
}

TEST(ColladaFile, OtherXmlIsRefused) {
  const TempFolder folder;
  EXPECT_THAT(LoadMeshFile(folder.Write("a.dae", "<robot/>")).error().message,
              HasSubstr("<COLLADA>"));
  EXPECT_THAT(LoadMeshFile(folder.Write("b.dae", "<COLLADA><asset>")).error().message,
              HasSubstr("XML"));
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<node>";
  EXPECT_THAT(LoadMeshFile(folder.Write("c.dae", "<COLLADA>" + deep)).error().message,
              HasSubstr("c.dae"));
}

/// Triangles as assimp reads them: an independent reader of the same file.
void Collect(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent, TriMesh* mesh) {
  const aiMatrix4x4 X = parent * node.mTransformation;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const aiMesh& part = *scene.mMeshes[node.mMeshes[i]];
    const auto first = static_cast<std::uint32_t>(mesh->vertices.size());
    for (unsigned j = 0; j < part.mNumVertices; ++j) {
      const aiVector3D v = X * part.mVertices[j];
      mesh->vertices.emplace_back(v.x, -v.z, v.y);  // Assimp converts to y up.
    }
    for (unsigned j = 0; j < part.mNumFaces; ++j) {
      const unsigned* index = part.mFaces[j].mIndices;
      mesh->triangles.push_back({first + index[0], first + index[1], first + index[2]});
    }
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) Collect(scene, *node.mChildren[i], X, mesh);
}

TEST(ColladaFile, AgreesWithAssimp) {
  const TempFolder folder;
  Options options;
  options.unit = R"(<unit meter="0.0254"/>)";
  options.node += R"(<node><rotate>0 0.6 0.8 40</rotate><translate>1 2 3</translate>
      <scale>1 2 3</scale><instance_node url="#shared"/></node>)";
  const std::string path = folder.Write("mesh.dae", Dae(options));
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate);
  ASSERT_NE(scene, nullptr) << importer.GetErrorString();
  TriMesh expected;
  Collect(*scene, *scene->mRootNode, aiMatrix4x4(), &expected);
  const Result<TriMesh> mesh = LoadMeshFile(path);
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  ASSERT_EQ(mesh->triangles.size(), expected.triangles.size());
  EXPECT_NEAR(Volume(*mesh), Volume(expected), 1e-5 * Volume(expected));
  EXPECT_TRUE(mesh->Bounds().min().isApprox(expected.Bounds().min(), 1e-5));
  EXPECT_TRUE(mesh->Bounds().max().isApprox(expected.Bounds().max(), 1e-5));
}

/// Damaged files load or are refused; assimp's own reader segfaults on some of these.
TEST(ColladaFile, DamagedFilesNeverCrash) {
  const TempFolder folder;
  const std::string original = Dae({});
  RandomStream random(2, "damage");
  const auto pick = [&](std::size_t count) {
    return static_cast<std::size_t>(random.Uniform() * static_cast<double>(count));
  };
  const char* const values[] = {"", "#x", "0", "-5", "999999999", "nan"};
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text = original;
    for (std::size_t change = 0; change <= pick(3); ++change) {
      const std::size_t at = pick(text.size());
      const std::size_t quote = text.find('"', at);
      const std::size_t end = text.find('"', quote + 1);
      const std::size_t tag = text.find('<', at);
      const std::size_t tag_end = text.find("/>", tag);
      const std::size_t digit = text.find_first_of("0123456789", at);
      switch (pick(4)) {
        case 0:
          if (end < text.size()) text.replace(quote + 1, end - quote - 1, values[pick(6)]);
          break;
        case 1:
          if (tag_end < text.size()) text.erase(tag, tag_end + 2 - tag);
          break;
        case 2:
          if (digit < text.size()) text.replace(digit, 1, values[pick(6)]);
          break;
        default:
          text[at] = static_cast<char>(pick(256));
          break;
      }
    }
    const Result<TriMesh> mesh = LoadMeshFile(folder.Write("mesh.dae", text));
    if (!mesh) {
      ++refused;
      EXPECT_THAT(mesh.error().message, HasSubstr("mesh.dae"));
      continue;
    }
    for (const Vector3d& vertex : mesh->vertices) ASSERT_TRUE(vertex.allFinite());
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace surefoot
