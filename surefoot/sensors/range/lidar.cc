/// Laser scanners with one ring or many: sensor_msgs/LaserScan, sensor_msgs/PointCloud2. A spinning
/// scanner measures its columns one after another, so a moving robot distorts the scan as it does
/// with a real one; a flash LiDAR measures all at once.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/camera/point_cloud.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/place/pose_history.h"
#include "surefoot/sensors/range/lidar_rays.h"
#include "surefoot/sensors/range/range_finder_spec.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A point as it is in PointCloud2's bytes: m in the sensor's frame, and the time since the stamp
/// (s), with the field names of Velodyne's and Ouster's drivers.
struct Point {
  float x;
  float y;
  float z;
  float intensity;
  std::uint16_t ring;
  std::uint16_t unused;
  float time;
};
static_assert(sizeof(Point) == 24);

std::string OtherTopic(const SensorPlace& place, const std::string& usual) {
  return place.topic.empty() ? place.TopicFor(usual) : place.TopicFor(usual, usual);
}

/// When the columns of a scan are measured: one after another, the last one a column step before
/// the end of the period. Times in s.
struct LidarTiming {
  double period = 0.1;
  /// 0 for a flash LiDAR.
  double column_step = 0.0;
  int columns = 1;

  static LidarTiming Of(const LidarSpec& spec, double rate) {
    LidarTiming timing;
    timing.period = 1.0 / rate;
    timing.columns = spec.columns;
    if (!spec.spin) return timing;
    // The head makes one revolution per period; a scan of less than a revolution takes less time.
    const double by_angle = spec.azimuth_step() / kTwoPi * timing.period;
    timing.column_step = std::min(by_angle, timing.period / spec.columns);
    return timing;
  }

  SimTimeNs ToEndNs(int column) const { return ToNanoseconds((columns - column) * column_step); }
};

/// Makes messages of a finished scan. One ring: LaserScan on "scan", and a cloud on "points" if it
/// has subscribers. Several rings: a cloud on "points", and the ring nearest to horizontal on
/// "scan".
class LidarMessages {
 public:
  LidarMessages(const LidarSpec& spec, const LidarTiming& timing, const LidarRays& rays,
                const SensorArgs& args)
      : spec_(spec), timing_(timing), rays_(rays) {
    const SensorPlace& place = args.place;
    const bool flat = spec.rings.size() == 1;
    const std::string scan = flat ? place.TopicFor("scan") : OtherTopic(place, "scan");
    const std::string cloud = flat ? OtherTopic(place, "points") : place.TopicFor("points");
    scan_topic_ = args.topics->Add<msgs::sensor_msgs::LaserScan>(scan);
    cloud_topic_ = args.topics->Add<msgs::sensor_msgs::PointCloud2>(cloud);
    const auto level =
        std::min_element(spec.rings.begin(), spec.rings.end(),
                         [](double a, double b) { return std::abs(a) < std::abs(b); });
    level_ring_ = static_cast<int>(level - spec.rings.begin());

    scan_.header.frame_id = place.frame_id;
    scan_.angle_min = static_cast<float>(spec.min_azimuth);
    scan_.angle_max = static_cast<float>(spec.max_azimuth);
    scan_.angle_increment = static_cast<float>(spec.azimuth_step());
    scan_.time_increment = static_cast<float>(timing.column_step);
    scan_.scan_time = static_cast<float>(timing.period);
    scan_.range_min = static_cast<float>(spec.errors.min_range);
    scan_.range_max = static_cast<float>(spec.errors.max_range);

    using Field = msgs::sensor_msgs::PointField;
    cloud_.header.frame_id = place.frame_id;
    SetFields({{"x", offsetof(Point, x), Field::FLOAT32},
               {"y", offsetof(Point, y), Field::FLOAT32},
               {"z", offsetof(Point, z), Field::FLOAT32},
               {"intensity", offsetof(Point, intensity), Field::FLOAT32},
               {"ring", offsetof(Point, ring), Field::UINT16},
               {"time", offsetof(Point, time), Field::FLOAT32}},
              sizeof(Point), &cloud_);
  }

  /// `end_ns` is the end of the scan's period. The stamp is the time of the first ray, as
  /// sensor_msgs/LaserScan defines it.
  void Publish(SimTimeNs end_ns, const std::vector<float>& ranges,
               const std::vector<float>& intensities, SensorTopics* topics) {
    const auto stamp = msgs::ToTime(end_ns - timing_.ToEndNs(0));
    if (topics->IsSubscribed(scan_topic_)) {
      scan_.header.stamp = stamp;
      FillScan(ranges, intensities);
      topics->Publish(scan_topic_, scan_);
    }
    if (topics->IsSubscribed(cloud_topic_)) {
      cloud_.header.stamp = stamp;
      FillCloud(ranges, intensities);
      topics->Publish(cloud_topic_, cloud_);
    }
  }

 private:
  void FillScan(const std::vector<float>& ranges, const std::vector<float>& intensities) {
    const auto first = static_cast<std::ptrdiff_t>(level_ring_) * rays_.stride();
    const auto last = first + spec_.columns;
    scan_.ranges.assign(ranges.begin() + first, ranges.begin() + last);
    if (!spec_.intensity) return;
    scan_.intensities.assign(intensities.begin() + first, intensities.begin() + last);
    for (std::size_t i = 0; i < scan_.ranges.size(); ++i) {
      if (!(std::abs(scan_.ranges[i]) < kInfinity)) scan_.intensities[i] = 0.0F;
    }
  }

  void FillCloud(const std::vector<float>& ranges, const std::vector<float>& intensities) {
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    const auto columns = static_cast<std::uint32_t>(spec_.columns);
    const auto rings = static_cast<std::uint32_t>(rays_.ring_count());
    SetSize(columns, rings, !spec_.organised, &cloud_);
    std::uint8_t* out = cloud_.data.data();
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
      const std::size_t row =
          static_cast<std::size_t>(ring) * static_cast<std::size_t>(rays_.stride());
      const LidarRays::Row directions = rays_.Directions(static_cast<int>(ring));
      for (std::uint32_t column = 0; column < columns; ++column) {
        const float range = ranges[row + column];
        const bool met = std::abs(range) < kInfinity;
        if (!met && !spec_.organised) continue;
        const float length = met ? range : kNone;
        const Point point{length * directions.x[column],
                          length * directions.y[column],
                          length * directions.z[column],
                          met ? intensities[row + column] : 0.0F,
                          static_cast<std::uint16_t>(ring),
                          0,
                          static_cast<float>(column) * static_cast<float>(timing_.column_step)};
        std::memcpy(out, &point, sizeof point);
        out += sizeof point;
      }
    }
    if (!spec_.organised) {
      const auto points = static_cast<std::uint32_t>((out - cloud_.data.data()) / sizeof(Point));
      SetSize(points, 1, true, &cloud_);
    }
  }

  const LidarSpec& spec_;
  LidarTiming timing_;
  const LidarRays& rays_;
  int scan_topic_ = -1;
  int cloud_topic_ = -1;
  int level_ring_ = 0;
  msgs::sensor_msgs::LaserScan scan_;
  msgs::sensor_msgs::PointCloud2 cloud_;
};

using raycast::kPacketRays;

/// How often the poses of the scene are updated during a revolution (s). Within a slice only the
/// sensor moves; updating the scene for every step would cost more than the rays.
constexpr double kSlice = 0.01;

class Lidar final : public Sensor {
 public:
  Lidar(const SensorArgs& args, const LidarSpec& spec)
      : place_(args.place),
        spec_(spec),
        timing_(LidarTiming::Of(spec, args.place.rate)),
        slices_(SliceCount(spec, args.place.rate)),
        rays_(spec, args.place.model, args.shared),
        errors_(spec.errors, args.place.seed, args.place.name + " bias"),
        history_(1.0 / args.place.rate / slices_ + 2.0 * kPacketRays * timing_.column_step),
        messages_(spec_, timing_, rays_, args) {}

  Rays rays() const override { return spec_.collisions ? Rays::kCollisions : Rays::kVisuals; }
  int slices() const override { return slices_; }
  bool observes() const override { return spec_.spin; }

  void Observe(const Truth& truth) override {
    history_.Add(truth.time_ns, place_.X_WS(truth.state));
  }

  void Measure(const Truth& truth, std::int64_t sample, int slice) override {
    const raycast::Scene& scene = spec_.collisions ? *truth.collisions : *truth.visuals;
    MakeRoom();
    // A flash LiDAR measures at the current time.
    end_ns_ = spec_.spin ? SampleEnd(sample) : truth.time_ns;
    const int first = slice == 0 ? 0 : EndBlock(slice - 1);
    const int last = EndBlock(slice);
    CastBlocks(truth, scene, first, last);
    RandomStream stream(place_.seed, place_.name,
                        static_cast<std::uint64_t>(sample) * static_cast<std::uint64_t>(slices_) +
                            static_cast<std::uint64_t>(slice));
    for (int ring = 0; ring < rays_.ring_count(); ++ring) {
      Finish(Index(ring, first * kPacketRays), Index(ring, last * kPacketRays), &stream);
    }
    done_ = slice + 1 == slices_ ? 0 : last;
  }

  void Publish(SensorTopics* topics) override {
    messages_.Publish(end_ns_, values_.ranges, intensities_, topics);
  }

  /// Saves the finished part of the scan and the recent poses of the sensor.
  void Archive(StateArchive* archive) override {
    archive->Items(&history_, &done_);
    archive->Require(done_ >= 0 && done_ <= rays_.stride() / kPacketRays);
    if (done_ > 0 && archive->ok()) MakeRoom();
    for (int ring = 0; ring < rays_.ring_count() && done_ > 0 && archive->ok(); ++ring) {
      const auto bytes = static_cast<std::size_t>(done_ * kPacketRays) * sizeof(float);
      archive->Raw(&values_.ranges[Index(ring, 0)], bytes);
      archive->Raw(&intensities_[Index(ring, 0)], bytes);
    }
  }

 private:
  /// For the values of a scan. Not in the constructor: most LIDARs of a large world have no
  /// subscriber, and all of them are made again at each edit.
  void MakeRoom() {
    const auto count = static_cast<std::size_t>(rays_.ring_count() * rays_.stride());
    for (auto* values : {&values_.ranges, &values_.cosines, &values_.reflectances, &intensities_}) {
      values->resize(count);
    }
  }

  static int SliceCount(const LidarSpec& spec, double rate) {
    if (!spec.spin) return 1;
    if (spec.slices > 0) return spec.slices;
    return static_cast<int>(std::clamp(std::round(1.0 / (rate * kSlice)), 1.0, 1000.0));
  }

  std::size_t Index(int ring, int column) const {
    return static_cast<std::size_t>(ring) * static_cast<std::size_t>(rays_.stride()) +
           static_cast<std::size_t>(column);
  }

  SimTimeNs SampleEnd(std::int64_t sample) const {
    return static_cast<SimTimeNs>(
        std::floor(static_cast<double>(sample) / place_.rate * 1e9 + 1e-3));
  }

  SimTimeNs ColumnTime(int column) const {
    return end_ns_ - timing_.ToEndNs(std::min(column, spec_.columns - 1));
  }

  /// Number of blocks whose columns are all measured by the end of a slice; all of them for the
  /// last.
  int EndBlock(int slice) const {
    const int blocks = rays_.stride() / kPacketRays;
    if (slice + 1 == slices_ || !spec_.spin) return blocks;
    const double left = (1.0 - (slice + 1.0) / slices_) / place_.rate;
    const double columns =
        timing_.column_step > 0.0 ? spec_.columns - left / timing_.column_step : 0.0;
    return std::clamp(static_cast<int>(std::floor(columns / kPacketRays)), 0, blocks);
  }

  void CastBlocks(const Truth& truth, const raycast::Scene& scene, int first, int last) {
    const RigidTransform X_WS = place_.X_WS(truth.state);
    ColumnPoses poses;
    if (!spec_.spin || first >= last ||
        history_.IsUnchangedSince(ColumnTime(first * kPacketRays))) {
      rays_.Prepare(scene, X_WS, 0.0, 0.0);
      for (int i = 0; i < kPacketRays; ++i) poses.Set(i, scene, X_WS);
      for (int block = first; block < last; ++block) rays_.CastBlock(scene, block, poses, &values_);
      return;
    }
    // Twice the motion since the first column bounds that of all columns of the slice, unless the
    // sensor shakes; the bound selects which packets may meet the robot itself.
    const RigidTransform begin = history_.At(ColumnTime(first * kPacketRays));
    rays_.Prepare(scene, X_WS, 2.0 * (X_WS.p - begin.p).norm() + 1e-3,
                  2.0 * X_WS.q.angularDistance(begin.q) + 1e-3);
    for (int block = first; block < last; ++block) {
      for (int i = 0; i < kPacketRays; ++i) {
        poses.Set(i, scene, history_.At(ColumnTime(block * kPacketRays + i)));
      }
      rays_.CastBlock(scene, block, poses, &values_);
    }
  }

  /// Adds errors to and computes intensities of the rays [first, last). Intensities come first:
  /// they depend on the true range.
  void Finish(std::size_t first, std::size_t last, RandomStream* stream) {
    if (spec_.intensity) SetIntensities(first, last);
    errors_.Apply(&values_.ranges[first], &values_.cosines[first], &values_.reflectances[first],
                  last - first, stream);
  }

  void SetIntensities(std::size_t first, std::size_t last) {
    const auto scale = static_cast<float>(spec_.intensity_scale);
    for (std::size_t i = first; i < last; ++i) {
      intensities_[i] = scale * values_.reflectances[i] * values_.cosines[i];
    }
    if (spec_.intensity_exponent == 0.0) return;
    const auto exponent = static_cast<float>(-spec_.intensity_exponent);
    for (std::size_t i = first; i < last; ++i) {
      intensities_[i] *= std::pow(std::max(1.0F, values_.ranges[i]), exponent);
    }
  }

  const SensorPlace& place_;
  LidarSpec spec_;
  LidarTiming timing_;
  int slices_;
  LidarRays rays_;
  RangeErrors errors_;
  PoseHistory history_;
  LidarMessages messages_;
  ScanValues values_;
  std::vector<float> intensities_;
  SimTimeNs end_ns_ = 0;
  /// Finished blocks of the current sample.
  int done_ = 0;
};

}  // namespace

SensorKind LidarKind() {
  SensorKind kind;
  kind.types = {"lidar", "ray", "gpu_lidar", "gpu_ray"};
  kind.help = "laser scanner with one ring or many, turning or flash";
  kind.messages = {"sensor_msgs/msg/LaserScan", "sensor_msgs/msg/PointCloud2"};
  kind.usual_rate = 10.0;
  kind.card = {"radar", "scan"};
  kind.fields = [](ErrorFields* fields) {
    const RangeErrorSpec errors = ReadLidar(fields->reader()).errors;
    fields->Noise("", "Distance", "m", fields->Has("ray") ? "ray/noise" : "lidar/noise",
                  errors.noise);
    fields->Share("proportional_noise", "Spread per distance", errors.proportional_noise);
    fields->Share("dropout", "Share of lost rays", errors.dropout);
  };
  kind.spellings = LidarSpellings();
  kind.rate_of = [](const world::ElementReader& element) {
    return LidarPreset(element.Text("preset")).rate;
  };
  kind.make = [](const SensorArgs& args) {
    const LidarSpec spec = ReadLidar(args.element);
    WarnMisspelt(args, {"ray"});
    return std::make_unique<Lidar>(args, spec);
  };
  return kind;
}

}  // namespace surefoot::sensors
