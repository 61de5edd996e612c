// Works on the pieces of many inputs at once: they are read and cut in order, worked on by several
// threads, and handed over in order. What is handed over does not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "readers/dialects.hpp"
#include "stream/files.hpp"
#include "stream/pieces.hpp"
#include "text/result.hpp"

namespace nuskha::stream {

struct PipelineOptions {
  unsigned jobs = 1;                          // threads; with 1, everything is done on the caller's
  const readers::Dialect* dialect = nullptr;  // null: for each text the one it looks like
  std::size_t piece_bytes = usual_piece_bytes;
};

// Threads that the machine has for us.
unsigned usual_jobs();

class PieceWork {
 public:
  struct Result {
    virtual ~Result() = default;
    std::uint32_t games = 0;  // that the piece turned out to hold
  };

  virtual ~PieceWork() = default;
  // On any thread, on several pieces at the same time. Must not throw.
  virtual std::unique_ptr<Result> work(Piece&& piece) = 0;

  // The rest is called in the order of the inputs, never twice at the same time. False ends it all
  // at once.

  // Piece::first_game was wrong, because a piece before it held other than Piece::games.
  virtual void renumber(Result& result, std::uint32_t first_game) = 0;
  // `bytes_read` are those of the files on disk, up to here.
  virtual bool take(Result& result, std::uint64_t bytes_read) = 0;
  // An input that could not be read, or not to its end. The next one goes on.
  virtual bool take_error(const std::string& error) = 0;
};

// Reads every input, an error in place of one is handed over in its turn. At most jobs + 1 pieces
// are held at the same time, so memory is bounded whatever the input. False if `work` said so, or
// there was no memory.
bool run_pipeline(std::span<const text::Result<InputFile>> inputs, const PipelineOptions& options,
                  PieceWork& work);

}  // namespace nuskha::stream
