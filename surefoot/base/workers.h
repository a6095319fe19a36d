#pragma once

#include <memory>

namespace surefoot {

/// Threads that share work divided into numbered pieces. A piece must not depend on anything that
/// another piece changes, so that results do not depend on the number of threads.
class Workers {
 public:
  /// Number of threads, including the caller's; 0: one for each core.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return threads_; }

  /// Calls work(i) once for each i from 0 to count - 1, in any order, on any thread, and returns
  /// when all are done. If pieces throw, one of the exceptions is rethrown.
  template <typename Work>
  void For(int count, const Work& work) {
    if (threads_ == 1 || count <= 1) {
      for (int i = 0; i < count; ++i) work(i);
      return;
    }
    Share(
        count, [](const void* given, int i) { (*static_cast<const Work*>(given))(i); }, &work);
  }

 private:
  using Call = void (*)(const void* work, int index);
  void Share(int count, Call call, const void* work);

  struct Pool;
  int threads_ = 1;
  /// nullptr: there is only one thread.
  std::unique_ptr<Pool> pool_;
};

/// The same with optional workers.
template <typename Work>
void ForEach(Workers* workers, int count, const Work& work) {
  if (workers != nullptr) {
    workers->For(count, work);
  } else {
    for (int i = 0; i < count; ++i) work(i);
  }
}

}  // namespace surefoot
