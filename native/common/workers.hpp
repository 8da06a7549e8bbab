// A few threads that wait for loops to share.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace asobiba {

// Runs `body(first, last)` over parts of a range. With one thread it is a plain call. The parts are small and taken one
// after the other, so that a thread that gets little of a processor delays nobody.
class Workers {
  public:
    // Where the system refuses that many threads, those that there are share the work.
    explicit Workers(int threads) {
        helpers_.reserve(static_cast<std::size_t>(threads));
        try {
            for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { serve(); });
        } catch (const std::system_error&) {
        }
    }

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    ~Workers() {
        {
            std::lock_guard guard(lock_);
            leaving_ = true;
        }
        called_.notify_all();
        for (auto& helper : helpers_) helper.join();
    }

    int threads() const { return static_cast<int>(helpers_.size()) + 1; }

    template <class Body>
    void share(std::size_t count, Body body) {
        if (helpers_.empty()) return body(std::size_t{0}, count);
        const std::size_t part = std::max<std::size_t>(1, count / (parts_each * (helpers_.size() + 1)));
        std::atomic<std::size_t> next{0};
        {
            std::lock_guard guard(lock_);
            work_ = [&] {
                for (std::size_t first; (first = next.fetch_add(part)) < count;)
                    body(first, std::min(first + part, count));
            };
            busy_ = helpers_.size();
            ++call_;
        }
        called_.notify_all();
        work_();
        std::unique_lock guard(lock_);
        finished_.wait(guard, [this] { return busy_ == 0; });
    }

  private:
    static constexpr std::size_t parts_each = 8;

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

}  // namespace asobiba
