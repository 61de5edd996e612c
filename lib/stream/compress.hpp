// Compresses what is written to a file whose name says so: `.gz`, `.bz2`, `.xz`, `.zst`, in small
// letters or capitals.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace nuskha::stream {

// The name without the ending that says how the file is compressed; all of it where none does.
std::string_view without_compression(std::string_view path);

class Compressor {
 public:
  // False where the bytes could not be written, which whoever gave it knows more of.
  using Output = std::function<bool(std::string_view)>;

  // Null for a name that asks for no compression.
  static std::unique_ptr<Compressor> for_name(std::string_view path, Output output);
  ~Compressor();

  // The error says what went wrong in compressing; empty if nothing did.
  std::string write(std::string_view bytes);
  // To the end of the compressed stream; nothing is written after it.
  std::string finish();

 private:
  struct Impl;
  explicit Compressor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace nuskha::stream
