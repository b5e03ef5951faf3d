//===- Transfers.cpp - load_X and store_X functions -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Transfers.h"
#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Patterns/Expression.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace talos::emit {

static MemRefType typeOf(Value memref) {
  return cast<MemRefType>(memref.getType());
}

// The whole array, from its first element to its last, in the buffer's shape.
static bool isWhole(const Transfer &t) {
  return typeOf(t.array).getShape() == typeOf(t.buffer).getShape() &&
         llvm::all_of(t.offsets, [](Value offset) {
           return getConstantIntValue(offset) == 0;
         });
}

static bool isMultiple(Value offset, int64_t of) {
  if (std::optional<int64_t> constant = getConstantIntValue(offset))
    return *constant % of == 0;
  if (auto apply = offset.getDefiningOp<affine::AffineApplyOp>())
    return apply.getAffineMap().getResult(0).isMultipleOf(of);
  // Of a shared loop the iterator is an operand of the task.
  if (auto loop = affine::getForInductionVarOwner(origin(offset)))
    return loop.hasConstantLowerBound() &&
           loop.getConstantLowerBound() % of == 0 &&
           loop.getStepAsInt() % of == 0;
  return false;
}

// Every row of the box is whole beats of the array.
static bool rowsAreBeats(const Transfer &t) {
  if (typeOf(t.buffer).getRank() == 0)
    return true;
  bool oneRow = typeOf(t.array).getRank() == 1;
  return typeOf(t.buffer).getShape().back() % t.beat == 0 &&
         (oneRow || typeOf(t.array).getShape().back() % t.beat == 0) &&
         (t.offsets.empty() || isMultiple(t.offsets.back(), t.beat));
}

std::string Transfer::key() const {
  std::string text = (isLoad ? "load " : "store ") + port->name + " " +
                     extents(typeOf(buffer)) + " " + std::to_string(beat);
  for (Value offset : offsets)
    if (std::optional<int64_t> constant = getConstantIntValue(offset))
      text += " " + std::to_string(*constant);
    else
      text += " ?";
  return text;
}

FailureOr<Transfer> describeTransfer(const Kernel &kernel, Operation *op) {
  auto make = [&](auto transfer, bool isLoad) {
    return Transfer{op,
                    isLoad,
                    transfer.getArray(),
                    transfer.getBuffer(),
                    transfer.getOffsets(),
                    int64_t(transfer.getBeat()),
                    nullptr};
  };
  Transfer t = isa<hls::TileLoadOp>(op)
                   ? make(cast<hls::TileLoadOp>(op), true)
                   : make(cast<hls::TileStoreOp>(op), false);
  Value root = origin(t.array);
  func::FuncOp top = kernel.top;
  if (!isa<BlockArgument>(root) ||
      root.getParentBlock()->getParentOp() != top.getOperation())
    return emitError(
        op->getLoc(),
        "the off-chip array must be an argument of the top function");
  t.port = &kernel.port(root);
  if (origin(t.buffer).getParentBlock()->getParentOp() == top.getOperation() &&
      isa<BlockArgument>(origin(t.buffer)))
    return emitError(op->getLoc(), "the buffer is an off-chip array itself");
  if (t.port->beat != t.beat)
    return emitError(op->getLoc())
           << "beat " << t.beat << " differs from port '" << t.port->name
           << "', whose width holds " << t.port->beat << " elements";
  int64_t rank = typeOf(t.array).getRank();
  if (typeOf(t.buffer).getRank() != rank ||
      (!t.offsets.empty() && int64_t(t.offsets.size()) != rank))
    return emitError(op->getLoc())
           << "array, buffer and offsets must agree in rank, " << rank;
  if (!rowsAreBeats(t) && !isWhole(t))
    return emitError(op->getLoc()) << "rows of the tile of '" << t.port->name
                                   << "' do not start and end on beats of "
                                   << t.beat << " elements; use a smaller beat";
  return t;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
// Prints nested loops with their indentation.
struct Nest {
  llvm::raw_ostream &os;
  std::string prefix; // of the labels
  unsigned depth = 1;

  llvm::raw_ostream &line() { return os.indent(2 * depth); }
  void open(const std::string &counter, int64_t trip) {
    os.indent(2 * (depth - 1)) << prefix << "_" << counter << ":\n";
    line() << "for (int " << counter << " = 0; " << counter << " < " << trip
           << "; ++" << counter << ") {\n";
    ++depth;
  }
  void closeAll() {
    while (depth > 1) {
      --depth;
      line() << "}\n";
    }
  }
};
} // namespace

// `move` prints one assignment between an element of the buffer and a lane.
static void printBeat(Nest &nest, const Transfer &t, const std::string &beat,
                      llvm::function_ref<std::string(StringRef)> element) {
  const std::string place = t.port->name + "[" + beat + "]";
  if (t.beat == 1) {
    nest.line() << (t.isLoad ? element("") + " = " + place
                             : place + " = " + element(""))
                << ";\n";
    return;
  }
  if (t.isLoad)
    nest.line() << "const " << t.port->beatType() << " beat = " << place
                << ";\n";
  else
    nest.line() << t.port->beatType() << " beat;\n";
  nest.open("lane", t.beat);
  nest.os << "#pragma HLS unroll\n";
  nest.line() << (t.isLoad ? element("lane") + " = beat[lane]"
                           : "beat[lane] = " + element("lane"))
              << ";\n";
  --nest.depth;
  nest.line() << "}\n";
  if (!t.isLoad)
    nest.line() << place << " = beat;\n";
}

// Row by row: the last counter counts beats.
static void printRows(Nest &nest, const Transfer &t) {
  ArrayRef<int64_t> box = typeOf(t.buffer).getShape();
  ArrayRef<int64_t> array = typeOf(t.array).getShape();
  unsigned rank = box.size();
  std::string beat = rank == 0 ? "0" : "", row;
  for (unsigned d = 0; d < rank; ++d) {
    bool last = d + 1 == rank;
    int64_t unit = last ? t.beat : 1;
    std::string counter = "i" + std::to_string(d);
    nest.open(counter, box[d] / unit);
    if (!last)
      row += "[" + counter + "]";
    std::string index = counter;
    if (!t.offsets.empty()) {
      std::optional<int64_t> constant = getConstantIntValue(t.offsets[d]);
      if (constant && *constant != 0)
        index = std::to_string(*constant / unit) + " + " + counter;
      else if (!constant)
        index = "offset" + std::to_string(d) +
                (unit > 1 ? " / " + std::to_string(unit) : "") + " + " +
                counter;
    }
    if (d == 0) {
      beat = index;
      continue;
    }
    bool sum = StringRef(beat).contains(" + ");
    beat = (sum ? "(" + beat + ")" : beat) + " * " +
           std::to_string(array[d] / unit) + " + " + index;
  }
  if (rank > 0)
    nest.os << "#pragma HLS pipeline II=1\n";
  std::string last = rank > 0 ? "i" + std::to_string(rank - 1) : "";
  printBeat(nest, t, beat, [&](StringRef lane) {
    if (rank == 0)
      return std::string("buffer");
    return "buffer" + row + "[" + last +
           (lane.empty() ? "" : " * " + std::to_string(t.beat) + " + lane") +
           "]";
  });
}

// The whole array as one sequence of beats, which may cross the ends of rows.
static void printLinear(Nest &nest, const Transfer &t) {
  ArrayRef<int64_t> shape = typeOf(t.buffer).getShape();
  nest.open("i", typeOf(t.buffer).getNumElements() / t.beat);
  nest.os << "#pragma HLS pipeline II=1\n";
  printBeat(nest, t, "i", [&](StringRef) {
    std::string at = "(i * " + std::to_string(t.beat) + " + lane)", text;
    int64_t stride = typeOf(t.buffer).getNumElements();
    for (auto [d, extent] : llvm::enumerate(shape)) {
      stride /= extent;
      text += "[" + at + (stride > 1 ? " / " + std::to_string(stride) : "") +
              (d > 0 ? " % " + std::to_string(extent) : "") + "]";
    }
    return "buffer" + text;
  });
}

void printTransfer(llvm::raw_ostream &os, const Transfer &t,
                   StringRef function) {
  SmallVector<std::string> parameters = {
      arrayParameter(typeOf(t.buffer), "buffer", t.isLoad),
      (t.isLoad ? "const " : "") + t.port->beatType() + " *" + t.port->name};
  for (auto [d, offset] : llvm::enumerate(t.offsets))
    if (!getConstantIntValue(offset))
      parameters.push_back("int offset" + std::to_string(d));
  os << prototype("static ", function, parameters)
     << " {\n#pragma HLS inline off\n";
  Nest nest{os, t.isLoad ? "load" : "store"};
  if (rowsAreBeats(t))
    printRows(nest, t);
  else
    printLinear(nest, t);
  nest.closeAll();
  os << "}\n";
}

} // namespace talos::emit
