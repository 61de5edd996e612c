#include "stream/pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace nuskha::stream {
namespace {

// What travels: a piece, or an error where nothing could be read.
struct Item {
  Piece piece;
  std::unique_ptr<PieceWork::Result> result;
  std::string error;
  std::uint64_t text = 0;  // which one, of all inputs
  std::uint64_t bytes_read = 0;
  // As the piece says, and what remains of it when that has gone into the result.
  std::uint32_t first_game = 1, games = 0;
  std::uint32_t correction = 0;
};

// By how many the games of a text were miscounted so far, from the one end to the other.
class Correction {
 public:
  void set(std::uint64_t text, std::uint32_t games, std::uint32_t more) {
    const std::lock_guard lock(mutex_);
    text_ = text;
    games_ = games;
    total_ += std::int32_t(more);
  }
  std::uint32_t get(std::uint64_t text) const {
    const std::lock_guard lock(mutex_);
    return text == text_ ? games_ : 0;
  }
  // The same over all texts.
  std::int64_t total() const {
    const std::lock_guard lock(mutex_);
    return total_;
  }

 private:
  mutable std::mutex mutex_;
  std::uint64_t text_ = 0;
  std::uint32_t games_ = 0;  // modulo 2^32
  std::int64_t total_ = 0;
};

// The pieces of all inputs one after another.
class Reading {
 public:
  Reading(std::span<const text::Result<InputFile>> inputs, const PipelineOptions& options)
      : inputs_(inputs), options_(options) {}

  std::unique_ptr<Item> next(const Correction& correction) {
    if (ahead_.empty()) return read(correction);
    auto item = std::move(ahead_.front());
    ahead_.pop_front();
    return item;
  }
  // Whether there is more than one item. Where the first does not tell, the second is read too.
  bool has_several() {
    const Correction none;
    while (ahead_.empty() || (ahead_.size() == 1 && ahead_.back()->piece.is_last)) {
      auto item = read(none);
      if (!item) return false;
      ahead_.push_back(std::move(item));
    }
    return true;
  }

 private:
  std::unique_ptr<Item> read(const Correction& correction) {
    auto item = std::make_unique<Item>();
    for (;;) {
      if (!errors_.empty()) {
        item->error = std::move(errors_.front());
        errors_.pop_front();
        return item;
      }
      if (pieces_) {
        if (pieces_->next(item->piece)) {
          // That nothing could be read of it is said, and is all there is to say.
          if (item->piece.is_cut && item->piece.is_first && item->piece.bytes.empty()) {
            end_text();
            continue;
          }
          item->text = text_;
          item->correction = correction.get(text_);
          item->games = item->piece.games;
          item->first_game = item->piece.first_game += item->correction;
          item->piece.number = 1 + games_read_ + correction.total();
          games_read_ += item->games;
          item->bytes_read = bytes_before_ + input_->bytes_consumed();
          if (item->piece.is_last) end_text();
          return item;
        }
        end_text();
      } else if (input_) {
        if (input_->next_text()) {
          ++text_;
          pieces_.emplace(*input_, options_.dialect, options_.piece_bytes);
        } else {
          keep_errors();
          bytes_before_ += input_->bytes_consumed();
          input_.reset();
        }
      } else if (at_ < inputs_.size()) {
        const text::Result<InputFile>& input = inputs_[at_++];
        if (!input) {
          errors_.push_back(input.error());
        } else if (auto opened = InputReader::open(input->path)) {
          input_ = std::move(*opened);
        } else {
          errors_.push_back(opened.error());
        }
      } else {
        return nullptr;
      }
    }
  }

  // Before the next text begins, for an error that follows a text is most likely about it.
  void end_text() {
    pieces_.reset();
    keep_errors();
  }
  void keep_errors() {
    for (std::string& error : input_->take_errors()) errors_.push_back(std::move(error));
  }

  std::span<const text::Result<InputFile>> inputs_;
  const PipelineOptions& options_;
  std::size_t at_ = 0;
  std::optional<InputReader> input_;
  std::optional<PieceReader> pieces_;
  std::deque<std::unique_ptr<Item>> ahead_;
  std::deque<std::string> errors_;
  std::uint64_t text_ = 0, bytes_before_ = 0;
  std::uint64_t games_read_ = 0;  // as far as the pieces tell
};

class Handing {
 public:
  Handing(PieceWork& work, Correction& correction) : work_(work), correction_(correction) {}

  bool take(Item& item) {
    if (!item.error.empty()) return work_.take_error(item.error);
    if (item.text != text_) miscounted_ = 0;
    text_ = item.text;
    if (item.correction != miscounted_)
      work_.renumber(*item.result, item.first_game - item.correction + miscounted_);
    const std::uint32_t more = item.result->games - item.games;
    miscounted_ += more;
    correction_.set(item.text, miscounted_, more);
    return work_.take(*item.result, item.bytes_read);
  }

 private:
  PieceWork& work_;
  Correction& correction_;
  std::uint64_t text_ = 0;
  std::uint32_t miscounted_ = 0;  // modulo 2^32
};

bool run_on_this_thread(Reading& reading, PieceWork& work) {
  Correction correction;
  Handing handing(work, correction);
  while (const auto item = reading.next(correction)) {
    if (item->error.empty()) item->result = work.work(std::move(item->piece));
    if (!handing.take(*item)) return false;
  }
  return true;
}

bool run_on_threads(Reading& reading, PieceWork& work, unsigned jobs) {
  Correction correction;
  Handing handing(work, correction);
  std::atomic<bool> is_stopped = false;
  using Token = std::shared_ptr<Item>;  // a pipeline that is cancelled drops its tokens
  const auto read = [&](tbb::flow_control& control) -> Token {
    Token item = is_stopped ? nullptr : reading.next(correction);
    if (!item) control.stop();
    return item;
  };
  const auto work_on = [&](Token item) {
    if (item->error.empty() && !is_stopped) item->result = work.work(std::move(item->piece));
    return item;
  };
  const auto hand_over = [&](const Token& item) {
    if (!is_stopped && !handing.take(*item)) is_stopped = true;
  };
  // More threads than processors as well, if that is what was asked for.
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, jobs);
  tbb::task_arena arena(int(jobs), 1);
  arena.execute([&] {
    tbb::parallel_pipeline(
        jobs + 1, tbb::make_filter<void, Token>(tbb::filter_mode::serial_in_order, read) &
                      tbb::make_filter<Token, Token>(tbb::filter_mode::parallel, work_on) &
                      tbb::make_filter<Token, void>(tbb::filter_mode::serial_in_order, hand_over));
  });
  return !is_stopped;
}

}  // namespace

unsigned usual_jobs() {
  return unsigned(std::max(tbb::info::default_concurrency(), 1));
}

bool run_pipeline(std::span<const text::Result<InputFile>> inputs, const PipelineOptions& options,
                  PieceWork& work) {
  try {
    Reading reading(inputs, options);
    // To start threads takes longer than a game does.
    return options.jobs > 1 && reading.has_several() ? run_on_threads(reading, work, options.jobs)
                                                     : run_on_this_thread(reading, work);
  } catch (const std::bad_alloc&) {
    work.take_error("there is not enough memory");
    return false;
  }
}

}  // namespace nuskha::stream
