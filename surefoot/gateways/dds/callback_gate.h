#pragma once

/// Ends the callbacks of an object before the object ends:
///
///   void OnEvent() {                      // on a thread of the library
///     const CallbackGate::Pass pass(&gate_);
///     if (pass) callback_();
///   }
///   ~Object() { gate_.Close(); }          // no callback runs afterwards

#include <condition_variable>
#include <mutex>

namespace surefoot::gateways::dds {

class CallbackGate {
 public:
  /// Permission to call back. False when the gate is closed; as long as it exists, Close() waits.
  class Pass {
   public:
    explicit Pass(CallbackGate* gate) : gate_(gate), granted_(gate->Enter()) {}
    ~Pass() {
      if (granted_) gate_->Leave();
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    explicit operator bool() const { return granted_; }

   private:
    CallbackGate* gate_;
    bool granted_;
  };

  /// Lets no further callback in and returns when none runs any more. Must not be called from a
  /// callback.
  void Close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    idle_.wait(lock, [&] { return inside_ == 0; });
  }

 private:
  bool Enter() {
    const std::lock_guard lock(mutex_);
    if (!closed_) ++inside_;
    return !closed_;
  }
  void Leave() {
    const std::lock_guard lock(mutex_);
    // Under the lock, because the object may end as soon as Close() returns.
    if (--inside_ == 0) idle_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable idle_;
  int inside_ = 0;
  bool closed_ = false;
};

}  // namespace surefoot::gateways::dds
