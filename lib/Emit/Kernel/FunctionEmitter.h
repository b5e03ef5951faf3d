//===- FunctionEmitter.h - The body of one C++ function ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a block and prints it by patterns: an operation is either a statement
// or an expression. A pure expression with one use in the same block is printed
// where it is used; one with several uses becomes a named constant.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_FUNCTIONEMITTER_H
#define TALOS_LIB_EMIT_KERNEL_FUNCTIONEMITTER_H

#include "Emit/Kernel/Names.h"
#include "Emit/Patterns/Expression.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <set>

namespace talos::emit {

/// What the emitted file needs at its head.
struct FileNeeds {
  bool algorithm = false;       // std::min, std::max
  bool cmath = false;           // std::sqrt, INFINITY, ...
  bool integerDivision = false; // floor_div, ceil_div, floor_mod
  bool floatExtrema = false;    // float_maximum, float_minimum
  bool largeBuffers = false;    // TALOS_LARGE
  bool streams = false;         // hls::stream
  bool vectors = false;         // hls::vector in streams
  bool processState = false;    // local buffers of processes
  /// Structs of tokens whose lanes are no power of two: element type, lanes.
  std::set<std::pair<std::string, int64_t>> tokens;
};

/// How a memref stands in C++.
struct ArrayBinding {
  enum Kind {
    Array,   // T name[2][3], or the elements of a beat
    Scalar,  // T name, rank 0
    Pointer, // T *name or hls::vector<T, beat> *name, row-major
    Beats,   // hls::vector<T, beat> name[ports]
    Shifted, // hls::stream<hls::vector<T, beat>> &name
  };
  std::string name;
  Kind kind = Array;
  int64_t beat = 1; // elements of one hls::vector
  /// Pointer: its name for each port of the array, and the box of their beats.
  llvm::SmallVector<std::string> ports = {};
  llvm::SmallVector<int64_t> lanes = {};
  /// Pointer: as in Port.
  llvm::SmallVector<int64_t> tiles = {};
  int64_t blocks = 1; ///< Pointer: as Port::blocks; Shifted: ports
  /// Pointer: names for processes that only read; empty: as `ports`.
  llvm::SmallVector<std::string> readPorts = {};
  /// Shifted: the variables of the beat that is held, and of its elements that
  /// are still to move.
  std::string held = {}, rest = {};
  /// The variable whose member `name` is; empty: `name` itself.
  std::string variable = {};
  const std::string &whole() const {
    return variable.empty() ? name : variable;
  }
};

class FunctionEmitter {
public:
  /// `calls` names the C++ function of an hls.task.
  FunctionEmitter(llvm::raw_ostream &os, const NameScope &globals,
                  FileNeeds &needs,
                  const llvm::DenseMap<mlir::Operation *, std::string> &calls)
      : needs(needs), names(&globals), os(os), calls(calls) {}

  FileNeeds &needs;
  NameScope names;

  /// Binds a value to a name or an expression.
  void bind(mlir::Value value, Expr expr) { values[value] = std::move(expr); }
  void bindArray(mlir::Value value, ArrayBinding array) {
    arrays[value] = std::move(array);
  }
  const ArrayBinding &array(mlir::Value value) const {
    return arrays.find(value)->second;
  }
  bool isArray(mlir::Value value) const { return arrays.count(value); }

  /// The name of a stream or of an array of them.
  void bindStream(mlir::Value value, std::string name) {
    streams[value] = std::move(name);
  }
  const std::string &stream(mlir::Value value) const {
    return streams.find(value)->second;
  }
  /// The C++ type of a token or beat; asks for its struct if it is one.
  std::string tokenType(mlir::Type element, int64_t lanes);
  /// Binds a memref of rank 1 to the lanes of a variable of that type.
  void bindToken(mlir::Value value, llvm::StringRef name);

  /// Prints the operations of `block` but its terminator, in a new scope.
  mlir::LogicalResult block(mlir::Block &block);

  /// As `block`, then calls `atEnd` while the block's names are visible.
  mlir::LogicalResult
  block(mlir::Block &block,
        llvm::function_ref<mlir::LogicalResult(mlir::Operation *)> atEnd);

  /// Prints one operation that is no part of another's expression.
  mlir::LogicalResult operation(mlir::Operation *op);

  /// The expression that denotes `value`; a diagnostic if there is none.
  mlir::FailureOr<Expr> expr(mlir::Value value);

  /// The C++ type of a scalar value, or a diagnostic at `op`.
  mlir::FailureOr<std::string> type(mlir::Type type, mlir::Operation *op);

  /// Declares `value` as a local array: `float name[2][3];`.
  mlir::LogicalResult declareArray(mlir::Value value, llvm::StringRef wanted);

  /// Declares `value` with static storage and the global's initial value:
  /// `static const float name[2] = {1.0f, 2.0f};`.
  mlir::LogicalResult declareGlobal(mlir::Value value, llvm::StringRef wanted,
                                    mlir::FlatSymbolRefAttr global);

  /// Stands before the type of every local array: empty or a storage class.
  std::string arrayStorage;

  /// Stands before the counter in the label of a loop.
  std::string labelPrefix = "loop_";

  /// `name[i][j]` or `name[linear]`; a diagnostic for a beat that is wider than
  /// an element.
  mlir::FailureOr<Expr> element(mlir::Operation *op, mlir::Value memref,
                                llvm::ArrayRef<Expr> indices);

  /// `name[linear]` for each port of an argument whose ports move `elements`
  /// elements at a time. The indices, one a dimension, count boxes.
  mlir::FailureOr<llvm::SmallVector<Expr>> beats(mlir::Operation *op,
                                                 mlir::Value memref,
                                                 int64_t elements,
                                                 llvm::ArrayRef<Expr> indices);

  /// An affine expression over printed operands. `nonNegative` says which
  /// operands are known to be at least 0 (plain / and % are then exact).
  Expr affine(mlir::AffineExpr expr, llvm::ArrayRef<Expr> operands,
              llvm::ArrayRef<bool> nonNegative, unsigned numDims);
  mlir::FailureOr<llvm::SmallVector<Expr>> affineMap(mlir::AffineMap map,
                                                     mlir::ValueRange operands);
  mlir::FailureOr<Expr> affineSet(mlir::IntegerSet set,
                                  mlir::ValueRange operands);

  /// Opens and closes a braced, indented region of text with its own names.
  void open(const llvm::Twine &text);
  void close(const llvm::Twine &text = "}");
  /// Begins the next branch after close("} else {").
  void reopen();

  llvm::raw_ostream &line();
  void pragma(const llvm::Twine &text);
  /// `label:` unique in this function.
  void label(llvm::StringRef wanted);

  llvm::StringRef calleeOf(mlir::Operation *op) const {
    return calls.find(op)->second;
  }

private:
  void findInlined(mlir::Block &block);

  llvm::raw_ostream &os;
  const llvm::DenseMap<mlir::Operation *, std::string> &calls;
  unsigned indent = 1;
  llvm::StringSet<> labels;
  llvm::DenseMap<mlir::Value, Expr> values;
  llvm::DenseMap<mlir::Value, ArrayBinding> arrays;
  llvm::DenseMap<mlir::Value, std::string> streams;
  llvm::DenseSet<mlir::Operation *> inlined;
};

/// `[2][3]`; empty for rank 0.
std::string extents(mlir::MemRefType type);

/// A memref that C++ can hold: static, non-empty shape, identity layout, an
/// element type with a C++ name; else a diagnostic at `op`.
mlir::LogicalResult checkArray(mlir::Operation *op, mlir::MemRefType type);

/// True if the operations that use `memref`, also through tasks, may write it.
bool isWritten(mlir::Value memref);
/// The same for reading.
bool isRead(mlir::Value memref);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_FUNCTIONEMITTER_H
