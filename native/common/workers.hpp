// A few threads that wait for loops to share.
#pragma once

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "common/halt.hpp"
#include "common/pause.hpp"

namespace asobiba {

// How many forks lie between this process and the one that loaded the library. Threads do not live through a fork.
inline int forks() {
    static std::atomic<int> count{0};
    static const int watched = pthread_atfork(nullptr, nullptr, [] { ++count; });
    static_cast<void>(watched);
    return count;
}

// Threads, and the work that they share.
class Crew {
  public:
    // Where the system refuses that many threads, those that there are share the work.
    explicit Crew(int helpers) {
        helpers_.reserve(static_cast<std::size_t>(helpers));
        try {
            for (int i = 0; i < helpers; ++i) helpers_.emplace_back([this] { serve(); });
        } catch (const std::system_error&) {
        }
    }

    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    ~Crew() {
        {
            std::lock_guard guard(lock_);
            leaving_ = true;
        }
        called_.notify_all();
        for (auto& helper : helpers_) helper.join();
    }

    std::size_t size() const { return helpers_.size(); }

    // Everybody does `work`, the caller too, who waits for the others then and calls `waiting` every now and then.
    template <class Waiting>
    void work(std::function<void()> work, Waiting waiting) {
        {
            std::lock_guard guard(lock_);
            work_ = std::move(work);
            busy_ = helpers_.size();
            ++call_;
        }
        called_.notify_all();
        work_();
        std::unique_lock guard(lock_);
        while (!finished_.wait_for(guard, std::chrono::milliseconds(20), [this] { return busy_ == 0; })) {
            guard.unlock();
            waiting();
            guard.lock();
        }
    }

  private:
    void serve() {
        std::size_t answered = 0;
        std::unique_lock guard(lock_);
        for (;;) {
            called_.wait(guard, [&] { return leaving_ || call_ != answered; });
            if (leaving_) return;
            answered = call_;
            guard.unlock();
            work_();
            guard.lock();
            if (--busy_ == 0) finished_.notify_one();
        }
    }

    std::mutex lock_;
    std::condition_variable called_;
    std::condition_variable finished_;
    std::function<void()> work_;
    std::size_t call_ = 0;
    std::size_t busy_ = 0;
    bool leaving_ = false;
    std::vector<std::thread> helpers_;
};

// Runs `body(first, last)` over parts of a range. With one thread it is a plain call. The parts are small and taken one
// after the other, so that a thread that gets little of a processor delays nobody.
class Workers {
  public:
    explicit Workers(int threads) : threads_(threads) {
        if (threads > 1) hire();
    }

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    ~Workers() {
        if (has_forked()) abandon();
    }

    int threads() const { return threads_; }

    template <class Body, class Waiting = NoPause>
    void share(std::size_t count, Body body, Waiting waiting = {}) {
        if (has_forked()) {
            abandon();
            hire();
        }
        if (crew_ == nullptr || crew_->size() == 0) return body(std::size_t{0}, count);
        const std::size_t part = std::max<std::size_t>(1, count / (parts_each * (crew_->size() + 1)));
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t first; (first = next.fetch_add(part)) < count;) body(first, std::min(first + part, count));
        };
        crew_->work(work, waiting);
    }

    // The same for parts that take long: `body(first, last, heed)` calls `heed()` every now and then. `pause`, which
    // may throw to end the loop, is called on the caller's own thread.
    template <class Pause, class Body>
    void share_long(std::size_t count, Pause pause, Body body) {
        Halt<Pause> halt(pause);
        const auto part = [&](std::size_t first, std::size_t last) {
            try {
                body(first, last, [&halt] { halt.heed(); });
            } catch (const Halted&) {
            }
        };
        share(count, part, [&halt] { halt.hear(); });
        halt.rethrow();
    }

  private:
    static constexpr std::size_t parts_each = 8;

    bool has_forked() const { return crew_ != nullptr && hired_ != forks(); }

    void hire() {
        hired_ = forks();
        crew_ = std::make_unique<Crew>(threads_ - 1);
    }

    // In a child of the process that hired them there are no such threads: nobody can be told to leave, and whatever
    // they held is held for ever. The memory is lost.
    void abandon() { static_cast<void>(crew_.release()); }

    int threads_;
    int hired_ = 0;
    std::unique_ptr<Crew> crew_;
};

}  // namespace asobiba
