// The end of a loop that several threads share: the caller's own hears of it, and tells the others.
#pragma once

#include <atomic>
#include <exception>
#include <thread>

namespace asobiba {

// Thrown out of a thread's share of the loop.
struct Halted {};

template <class Pause>
class Halt {
  public:
    explicit Halt(Pause pause) : pause_(pause), caller_(std::this_thread::get_id()) {}

    Halt(const Halt&) = delete;
    Halt& operator=(const Halt&) = delete;

    // Called every now and then by each of the threads. Throws Halted when the loop is to end.
    void heed() {
        if (std::this_thread::get_id() == caller_) hear();
        if (halted_) throw Halted{};
    }

    // Called by the caller while it waits for the others.
    void hear() {
        if (halted_) return;
        try {
            pause_();
        } catch (...) {
            why_ = std::current_exception();
            halted_ = true;
        }
    }

    // What the pause threw, once all threads have ended.
    void rethrow() const {
        if (why_ != nullptr) std::rethrow_exception(why_);
    }

  private:
    Pause pause_;
    std::thread::id caller_;
    std::exception_ptr why_;
    std::atomic<bool> halted_ = false;
};

}  // namespace asobiba
