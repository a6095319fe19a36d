#include <gtest/gtest.h>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/formats/model_files.h"

namespace surefoot::formats {
namespace {

class MotionFiles : public ::testing::Test {
 protected:
  /// Two instances of a model whose drive has this motion, defined in line 7 of model.sdf.
  world::WorldSpec With(const std::string& file, const std::string& text = "") const {
    world::Element motion;
    motion.name = "motion";
    motion.attributes = {{"name", "wave"}, {"file", file}};
    motion.text = text;
    motion.source = Source{folder_.path() + "/model.sdf", 7, "motion"};
    world::Element drive;
    drive.name = "surefoot:drive";
    drive.children.push_back(motion);
    auto model = std::make_shared<world::Model>();
    model->extensions.push_back(drive);
    world::WorldSpec spec;
    spec.models.push_back(world::ModelInstance{"a", RigidTransform(), model});
    spec.models.push_back(world::ModelInstance{"b", RigidTransform(), model});
    return spec;
  }

  std::string Add(world::WorldSpec* spec) const {
    Problems problems;
    AddMotionFiles(UriResolver(), "/nowhere/world.sdf", spec, &problems);
    return problems.ErrorText();
  }
  std::string ErrorOf(const std::string& file, const std::string& text = "") const {
    world::WorldSpec spec = With(file, text);
    return Add(&spec);
  }

  static const world::Element* Table(const world::WorldSpec& spec) {
    return spec.models[0].model->extensions[0].children[0].Child("table");
  }

  TempFolder folder_;
};

TEST_F(MotionFiles, TheDescriptionHoldsTheTable) {
  folder_.Write("wave.csv", "\n\r\n# up\r\ntime, a\r\n1, 2\r\n");
  world::WorldSpec spec = With("wave.csv");
  EXPECT_EQ(Add(&spec), "");
  ASSERT_NE(Table(spec), nullptr);
  // The rows as they would be read from XML, with the source of the first row.
  EXPECT_EQ(Table(spec)->text, "# up\ntime, a\n1, 2");
  EXPECT_EQ(Table(spec)->source.file, folder_.path() + "/wave.csv");
  EXPECT_EQ(Table(spec)->source.line, 3);
  EXPECT_EQ(spec.models[0].model, spec.models[1].model);
}

TEST_F(MotionFiles, IsReadOnce) {
  const std::string file = folder_.Write("wave.csv", "time, a\n1, 2\n");
  world::WorldSpec spec = With("wave.csv");
  EXPECT_EQ(Add(&spec), "");
  std::filesystem::remove(file);
  EXPECT_EQ(Add(&spec), "");
  EXPECT_EQ(spec.models[0].model->extensions[0].children[0].children.size(), 1u);
}

TEST_F(MotionFiles, ReportsErrors) {
  EXPECT_NE(ErrorOf("none.csv").find("model.sdf:7"), std::string::npos);
  EXPECT_NE(ErrorOf("none.csv").find("none.csv"), std::string::npos);
  folder_.Write("wave.csv", "time, a\n1, 2\n");
  EXPECT_NE(ErrorOf("wave.csv", "time, a\n1, 2").find("not both"), std::string::npos);
  // Otherwise a client could use a model to read any file of the server.
  EXPECT_NE(ErrorOf("/etc/passwd").find(".csv"), std::string::npos);
  folder_.Write("zero.csv", std::string("time, a\n1, \0\n", 13));
  EXPECT_NE(ErrorOf("zero.csv").find("zero.csv:1"), std::string::npos);
  folder_.Write("large.csv", std::string(5 << 20, ' '));
  EXPECT_NE(ErrorOf("large.csv").find("4 MiB"), std::string::npos);
  std::filesystem::create_directory(folder_.path() + "/folder.csv");
  EXPECT_NE(ErrorOf("folder.csv").find("not a regular file"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::formats
