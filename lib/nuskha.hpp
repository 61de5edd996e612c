// nuskha: reads recorded games of chess and its variants, replays them by the rules, checks every
// claim, and writes them in another notation. This header includes the whole public interface.
//
//   text/      a Source is one input text, a Diagnostic what is wrong in it; renderers show them
//   record/    what readers and writers tell each other: events, a move as written and as played
//   rules/     a Variant made of its data file, a Position of it, legal moves, FEN, perft
//   variants/  the Registry of every variant: those built in and the user's files
//   notation/  what a written move may mean in a position, and how a move is written down
//   readers/   the table of input dialects
//   writers/   the table of output formats
//   replay/    written games in, played games out, findings on the side
//   repair/    a written game mended as a whole: the likeliest readings and their corrections
//   stream/    the parts put together: convert() for one text in memory, run_pipeline() with a
//              Conversion for files, folders and archives of any length
//
// stream/convert.hpp opens with a whole program in six lines. Faults of a text are diagnostics,
// faults of the world are text::Result, faults of a program are asserts; no exception is thrown.
#pragma once

#include "notation/notation.hpp"
#include "readers/dialects.hpp"
#include "record/events.hpp"
#include "record/spell.hpp"
#include "record/written_move.hpp"
#include "repair/costs.hpp"
#include "repair/repair.hpp"
#include "replay/profiles.hpp"
#include "replay/replay.hpp"
#include "rules/fen.hpp"
#include "rules/perft.hpp"
#include "rules/position.hpp"
#include "rules/variant.hpp"
#include "stream/bytes.hpp"
#include "stream/conversion.hpp"
#include "stream/convert.hpp"
#include "stream/files.hpp"
#include "stream/input.hpp"
#include "stream/pieces.hpp"
#include "stream/pipeline.hpp"
#include "stream/progress.hpp"
#include "stream/spool.hpp"
#include "text/baseline.hpp"
#include "text/diagnostic.hpp"
#include "text/explain.hpp"
#include "text/render.hpp"
#include "text/result.hpp"
#include "text/source.hpp"
#include "text/version.hpp"
#include "variants/chess960.hpp"
#include "variants/registry.hpp"
#include "writers/formats.hpp"
