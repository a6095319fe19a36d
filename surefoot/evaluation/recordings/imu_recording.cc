#include "surefoot/evaluation/recordings/imu_recording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/imu_message.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::gap {
namespace {

/// Prefixes of x, y and z in column names, as ROS tools and common loggers write them.
constexpr const char* kTurnRates[] = {"w",
                                      "angular_velocity.",
                                      "field.angular_velocity.",
                                      "angular_velocity_",
                                      "gyro_",
                                      "gyro",
                                      "gyr_",
                                      "gyr",
                                      "omega_",
                                      "g",
                                      "imu_w"};
constexpr const char* kAccelerations[] = {"a",
                                          "linear_acceleration.",
                                          "field.linear_acceleration.",
                                          "linear_acceleration_",
                                          "accel_",
                                          "accel",
                                          "acc_",
                                          "acc",
                                          "acceleration_",
                                          "acceleration.",
                                          "imu_a"};

/// Columns of x, y, z in the first spelling that has all three; empty when none has.
template <typename Spellings>
std::vector<int> FindTriad(const CsvFile& file, const Spellings& spellings) {
  for (const char* before : spellings) {
    std::vector<int> found;
    for (char axis : {'x', 'y', 'z'}) {
      const int index = file.Find(std::string(before) + axis);
      if (index >= 0) found.push_back(index);
    }
    if (found.size() == 3) return found;
  }
  return {};
}

/// Indices of the columns of an IMU table, by usual names.
struct Columns {
  int time = -1;
  std::vector<int> rates;
  std::vector<int> accelerations;

  explicit Columns(const CsvFile& file)
      : time(FindTimeColumn(file)),
        rates(FindTriad(file, kTurnRates)),
        accelerations(FindTriad(file, kAccelerations)) {}

  bool complete() const { return time >= 0 && !rates.empty() && !accelerations.empty(); }

  Error Missing(const CsvFile& file) const {
    std::vector<std::string> missing;
    if (time < 0) missing.push_back("time");
    if (rates.empty()) missing.push_back("turn rates (wx, wy, wz or angular_velocity.x, ...)");
    if (accelerations.empty()) {
      missing.push_back("accelerations (ax, ay, az or linear_acceleration.x, ...)");
    }
    return file.Missing(missing);
  }
};

/// Sorts by stamp: messages arrive nearly, but not always exactly, in that order.
void SortByTime(ImuRecording* imu) {
  std::vector<std::size_t> order(imu->time.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [imu](std::size_t a, std::size_t b) { return imu->time[a] < imu->time[b]; });
  const auto arrange = [&order](std::vector<double>* values) {
    auto sorted = Mapped<double>(order, [&](std::size_t i) { return (*values)[i]; });
    *values = std::move(sorted);
  };
  for (std::vector<double>& axis : imu->axes) arrange(&axis);
  arrange(&imu->time);
  imu->start = imu->time.front();
  for (double& time : imu->time) time -= imu->start;
}

/// Error that lists the topics of the recording.
Error NoImuTopic(const std::string& path, const std::string& topic,
                 const std::set<std::string>& other_topics) {
  const std::string there = Joined(other_topics);
  return Error{path + ": no sensor_msgs/Imu messages" + (topic.empty() ? "" : " on " + topic) +
               "; it has " + (there.empty() ? "no messages that can be read" : there)};
}

Result<ImuRecording> LoadMcap(const std::string& path, const std::string& topic) {
  std::unique_ptr<record::MessageReader> reader = SUREFOOT_TRY(record::MessageReader::Open(path));
  std::map<std::string, ImuRecording> imus;
  std::set<std::string> others;
  record::TypedMessage message;
  while (reader->Next(&message)) {
    const auto* imu = message.As<msgs::sensor_msgs::Imu>();
    if (imu != nullptr && (topic.empty() || message.topic() == topic)) {
      Append(*imu, MessageTime(imu->header, message.time_ns()), &imus[message.topic()]);
    } else {
      others.insert(message.topic());
    }
  }
  if (!reader->status().ok()) return reader->status().error();
  if (imus.empty()) return NoImuTopic(path, topic, others);
  if (imus.size() > 1) {
    std::string names;
    for (const auto& [name, unused] : imus) names += (names.empty() ? "" : ", ") + name;
    return Error{path + ": several IMUs: " + names + "; choose the topic"};
  }
  ImuRecording recording = std::move(imus.begin()->second);
  recording.file = path;
  for (std::size_t i = 0; i < recording.axes.size(); ++i) {
    const std::vector<double>& axis = recording.axes[i];
    const auto bad =
        std::find_if(axis.begin(), axis.end(), [](double v) { return !std::isfinite(v); });
    if (bad != axis.end()) {
      return Error{path + ": " + kImuAxes[i] + " of message " +
                   std::to_string(bad - axis.begin() + 1) + " on " + imus.begin()->first +
                   " is not a finite number"};
    }
  }
  SortByTime(&recording);
  return recording;
}

}  // namespace

void Append(const msgs::sensor_msgs::Imu& message, double time, ImuRecording* imu) {
  const auto& rate = message.angular_velocity;
  const auto& acceleration = message.linear_acceleration;
  const double values[] = {rate.x, rate.y, rate.z, acceleration.x, acceleration.y, acceleration.z};
  imu->time.push_back(time);
  for (std::size_t i = 0; i < imu->axes.size(); ++i) imu->axes[i].push_back(values[i]);
}

bool HasImu(const CsvFile& file) { return Columns(file).complete(); }

Result<ImuRecording> ReadImu(const CsvFile& file) {
  const Columns columns(file);
  if (!columns.complete()) return columns.Missing(file);
  std::vector<CsvFile::Selected> requested = {{columns.time, "time"}};
  for (std::size_t i = 0; i < kImuAxes.size(); ++i) {
    requested.push_back({i < 3 ? columns.rates[i] : columns.accelerations[i - 3], kImuAxes[i]});
  }
  RecordedSeries series = SUREFOOT_TRY(file.Read(requested));
  ImuRecording recording;
  recording.file = file.path();
  recording.time =
      SUREFOOT_TRY(SecondsOf(series, file.names()[static_cast<std::size_t>(columns.time)]));
  for (std::size_t i = 0; i < kImuAxes.size(); ++i) recording.axes[i] = series[kImuAxes[i]];
  return recording;
}

Result<ImuRecording> LoadImu(const std::string& path, const std::string& topic) {
  const bool is_mcap = SUREFOOT_TRY(IsMcap(path));
  if (is_mcap) return LoadMcap(path, topic);
  return ReadImu(SUREFOOT_TRY(CsvFile::Open(path)));
}

}  // namespace surefoot::gap
