// Snapshots: the file format, and their bytes restored into a run of the same world. Hashes
// of the file are corrected first. A refused snapshot must not change the run.

#include "fuzz/target.h"
#include "surefoot/drives/drive.h"
#include "surefoot/engines/kinematic/backend.h"
#include "surefoot/formats/sdf/sdf_reader.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/session/session.h"
#include "surefoot/session/snapshot_file.h"
#include "tests/source_dir.h"

namespace surefoot::fuzz {
namespace {

Parts MakeParts() {
  Folder();
  Parts parts;
  parts.engines.Add("kinematic", engines::kinematic::MakeFactory());
  parts.formats.Add("sdf", formats::MakeSdfFormat());
  parts.sensors = sensors::BuiltinSensors();
  parts.drives = drives::BuiltinDrives();
  const std::string source = SUREFOOT_SOURCE_DIR;
  parts.data_folders = {source + "/models", source + "/worlds", source};
  return parts;
}

struct Fixture {
  Fixture() {
    const std::string world = std::string(SUREFOOT_SOURCE_DIR) + "/fuzz/corpus/snapshot/world.sdf";
    auto opened = Session::Open(MakeParts(), world);
    if (!opened.ok()) Require(false, opened.error().message.c_str());
    session = std::move(*opened);
    Require(session->Step(20).ok(), "the world can be stepped");
    saved = session->Save();
  }
  std::unique_ptr<Session> session;
  sim::Snapshot saved;
};

Fixture& TheFixture() {
  static Fixture fixture;
  return fixture;
}

void Run(std::string_view input) {
  Fixture& fixture = TheFixture();
  const std::string raw = WriteFile("raw.snapshot", input);
  static_cast<void>(ReadSnapshotFile(raw));
  sim::Snapshot snapshot = fixture.saved;
  snapshot.bytes.assign(input.begin(), input.end());
  const std::string path = Folder() + "/input.snapshot";
  Require(WriteSnapshotFile(path, snapshot).ok(), "a snapshot can be written");
  const Status status = fixture.session->RestoreFile(path);
  if (status.ok()) {
    static_cast<void>(fixture.session->Step(2));
  } else {
    Require(!status.error().message.empty(), "an error says something");
  }
  Require(fixture.session->Restore(fixture.saved).ok(), "the run can go on from the good snapshot");
}

void AddSeeds(SeedList* seeds) {
  Fixture& fixture = TheFixture();
  seeds->Add(fixture.saved.bytes);
  Require(fixture.session->Step(5).ok(), "the world can be stepped");
  seeds->Add(fixture.session->Save().bytes);
  Require(fixture.session->Restore(fixture.saved).ok(), "the run can go on from the good snapshot");
}

SUREFOOT_FUZZ_TARGET(snapshot, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
