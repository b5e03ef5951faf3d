//===- QoRMemory.cpp - Banks of a buffer and its transfers ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRMemory.h"
#include "Analysis/QoR/QoRRegion.h"
#include "talos/Dialect/HLS/Rows.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

bool analysis::isPowerOfTwo(int64_t value) {
  return llvm::isPowerOf2_64(static_cast<uint64_t>(value));
}

int64_t analysis::bitsOf(int64_t n) {
  return n <= 1 ? 0 : llvm::Log2_64_Ceil(static_cast<uint64_t>(n));
}

/// Walks the non-adjacent form from the lowest digit.
bool analysis::needsMultiplier(int64_t stride, const target::ToolRules &rules) {
  int64_t digits = 0;
  while (stride != 0) {
    if (stride & 1) {
      ++digits;
      stride -= (stride & 3) == 3 ? -1 : 1;
    }
    stride /= 2;
  }
  return digits > rules.depth.strideDigits;
}

Memory Memory::of(StringRef name, MemRefType type,
                  hls::PartitionAttr partition) {
  Memory memory;
  memory.name = name.str();
  memory.extents.assign(type.getShape().begin(), type.getShape().end());
  memory.elementBits = type.getElementTypeBitWidth();
  for (size_t d = 0; d < memory.extents.size(); ++d) {
    int64_t factor = 1;
    bool isBlock = false, isWord = false;
    if (partition && d < partition.getDims().size()) {
      hls::PartitionDimAttr dim = partition.getDims()[d];
      if (dim.getKind() == hls::PartitionKind::Complete)
        factor = memory.extents[d];
      else if (dim.getKind() != hls::PartitionKind::None)
        factor = dim.getFactor();
      isBlock = dim.getKind() == hls::PartitionKind::Block;
      isWord = dim.getKind() == hls::PartitionKind::Reshape;
    }
    memory.factors.push_back(std::max<int64_t>(factor, 1));
    memory.isBlock.push_back(isBlock);
    memory.isWord.push_back(isWord);
  }
  return memory;
}

int64_t Memory::rowWords(unsigned dim) const {
  return llvm::divideCeil(extents[dim], factors[dim]);
}

int64_t Memory::banks() const {
  int64_t result = 1;
  for (int64_t factor : factors)
    result *= factor;
  return result / wordElements();
}

int64_t Memory::wordElements() const {
  int64_t result = 1;
  for (auto [factor, word] : llvm::zip(factors, isWord))
    result *= word ? factor : 1;
  return result;
}

int64_t Memory::words() const {
  int64_t result = copies;
  for (size_t d = 0; d < extents.size(); ++d)
    result *= rowWords(d);
  return result;
}

int64_t Memory::bankOf(unsigned dim, int64_t at) const {
  if (isWord[dim])
    return 0;
  if (isBlock[dim])
    return llvm::divideFloorSigned(at, rowWords(dim));
  int64_t bank = at % factors[dim];
  return bank < 0 ? bank + factors[dim] : bank;
}

namespace {

/// Where an address of a whole-buffer sweep needs more than wires.
struct Addressing {
  bool byRemainder = false; ///< some bank is found by a remainder
  bool multiplies = false;  ///< a row's start takes a multiplier
  bool partial = false;     ///< a second round of banks that is not full
  int64_t bits = 0;         ///< widest position that a remainder divides
};

} // namespace

static Addressing addressingOf(const Memory &memory,
                               const target::ToolRules &rules) {
  Addressing result;
  int64_t stride = 1;
  for (unsigned d = memory.extents.size(); d-- > 0;) {
    int64_t extent = memory.extents[d], factor = memory.factors[d];
    bool odd = !isPowerOfTwo(factor);
    if (odd && extent >= 2 * factor) {
      result.byRemainder = true;
      result.bits = std::max(result.bits, bitsOf(extent));
    }
    result.partial |= odd && factor < extent && extent < 2 * factor;
    // Two rows of a bank are two addresses to pick from, not a product.
    result.multiplies |=
        memory.rowWords(d) >= 3 && needsMultiplier(stride, rules);
    stride *= memory.rowWords(d);
  }
  return result;
}

/// The step that holds a bank of `words` words.
static const target::MemoryStep *stepFor(int64_t words,
                                         const target::MemoryRules &rules) {
  for (const target::MemoryStep &step : rules.steps)
    if (words <= step.words)
      return &step;
  return nullptr;
}

/// Fills in the memory blocks of one bank with `words` words, `slices` of
/// 32 bits side by side.
static void addBanks(BufferQoR &result, const Memory &memory,
                     const target::Target &target) {
  const target::MemoryRules &rules = target.rules.memories;
  if (int64_t elements = memory.wordElements(); elements > 1) {
    int64_t bits = elements * memory.elementBits;
    result.storage = "uram";
    result.uram = result.banks * llvm::divideCeil(bits, rules.uramBits) *
                  llvm::divideCeil(result.words, rules.uramWords);
    return;
  }
  int64_t slices = std::max<int64_t>(
      1, llvm::divideCeil(memory.elementBits, rules.wordBits));
  int64_t all = result.words * slices; // LUTRAM is chosen by the bank's bits
  const target::MemoryStep *step = stepFor(all, rules);
  bool mayBeLut = memory.storage == hls::StorageKind::Auto ||
                  memory.storage == hls::StorageKind::LUTRAM;
  if (all <= rules.lutramWords() && step && mayBeLut) {
    result.lutMilli += result.banks * step->lut * 1000;
    result.ffMilli += result.banks * step->ff * slices * 1000;
    result.storage = "lutram";
    return;
  }
  step = stepFor(std::max(result.words, rules.lutramWords() + 1), rules);
  int64_t each = result.banks * slices;
  bool hasUram = target.device.total.uram > 0 && !memory.isInitialized &&
                 memory.storage != hls::StorageKind::BRAM;
  result.storage = "bram";
  if (!step) {
    result.bram =
        each * ((result.words + rules.bramWords / 2) / rules.bramWords);
  } else if (step->uram != 0 && hasUram) {
    result.storage = "uram";
    result.uram = each * step->uram;
    result.bram = each * step->bram;
  } else {
    result.bram = each * (step->bram + step->uram * rules.uramAsBram);
  }
}

BufferQoR analysis::estimateBuffer(hls::BufferOp op, const Memory &memory,
                                   bool loaded, bool stored,
                                   const target::Target &target) {
  BufferQoR result;
  result.op = op;
  result.name = memory.name;
  result.banks = memory.banks();
  result.words = memory.words();
  result.storage = memory.isPort ? "port" : "registers";
  if (memory.isPort)
    return result;
  if (!memory.inRegisters())
    addBanks(result, memory, target);
  if (memory.inRegisters())
    return result;
  int64_t reached = result.banks * (int64_t(loaded) + int64_t(stored));
  result.lutMilli += reached * target.rules.lut.bank;
  result.ffMilli += reached * target.rules.ff.bank;
  return result;
}

/// The greatest number of words of a box, or of one of each block, that fall
/// into one bank: banks of different dimensions are found independently.
static int64_t boxConflicts(const Memory &memory, const Transfer &transfer) {
  int64_t conflicts = 1;
  int64_t apart = hls::blockExtent(cast<MemRefType>(transfer.array.getType()),
                                   transfer.box, transfer.blocks);
  for (auto [dim, lanes] : llvm::enumerate(transfer.box)) {
    std::map<int64_t, int64_t> elements;
    int64_t most = 1;
    int64_t together = memory.isWord[dim] ? memory.factors[dim] : 1;
    for (int64_t block = 0; block < (dim == 0 ? transfer.blocks : 1); ++block)
      for (int64_t i = 0; i < lanes; i += together) {
        int64_t bank = memory.bankOf(dim, block * apart + i);
        most = std::max(most, ++elements[bank]);
      }
    conflicts *= most;
  }
  return conflicts;
}

/// LUT and FF of the process that shifts beats so that rows start on them, and
/// of the stream to it.
static void addShift(TransferQoR &result, const Transfer &transfer,
                     const Memory &memory, const target::RealignRules &rules) {
  int64_t beat = transfer.beat / transfer.blocks; // of one port
  int64_t bits = beat * memory.elementBits;
  // Places in a beat where a row may start.
  std::set<int64_t> places;
  for (int64_t row = 0; row < beat; ++row)
    places.insert(row * memory.extents.back() % beat);
  int64_t ways = llvm::divideCeil(int64_t(places.size()), rules.muxWays);
  result.depth += rules.depth;
  result.lutMilli =
      1000 * transfer.blocks * (bits * ways + bits + rules.fifoLut);
  result.ffMilli =
      1000 * transfer.blocks * (bits * rules.ffPerBit + rules.fifoFf);
}

/// The iterations that move beats: of a transfer's code if it has any, else
/// those of one that goes row by row.
static FailureOr<int64_t> countBeats(const Transfer &transfer,
                                     const Memory &memory) {
  int64_t beats = 0;
  if (auto task = dyn_cast<hls::TaskOp>(transfer.op)) {
    for (Operation *access : arrayAccessesOf(task)) {
      int64_t runs = 1;
      for (Operation *op = access->getParentOp(); op != task;
           op = op->getParentOp())
        if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
          FailureOr<int64_t> trips = constantTrips(loop);
          if (failed(trips))
            return failure();
          runs *= *trips;
        }
      beats += runs;
    }
    return beats;
  }
  beats = 1;
  for (size_t d = 0; d < memory.extents.size(); ++d) {
    int64_t extent = memory.extents[d];
    if (d == 0 && transfer.blocks > 1)
      extent = hls::blockExtent(cast<MemRefType>(transfer.array.getType()),
                                transfer.box, transfer.blocks);
    beats *= llvm::divideCeil(extent, transfer.box[d]);
  }
  return beats;
}

/// Bytes that one port moves at a time.
static int64_t beatBytesOf(const Transfer &transfer, const Memory &memory) {
  int64_t bits = std::max<int64_t>(8, memory.elementBits);
  hls::InterfaceAttr port = interfaceOf(transfer.array);
  int64_t ports = port ? port.getPorts(memory.elementBits) : 1;
  return transfer.beat / std::max<int64_t>(1, ports) * bits / 8;
}

int64_t analysis::memoryCycles(int64_t bytes, target::ByteTime time) {
  return llvm::divideCeil(bytes * time.cycles, time.bytes);
}

FailureOr<TransferQoR>
analysis::estimateTransfer(const Transfer &transfer, const Memory &memory,
                           bool inTask, const target::Target &target) {
  const target::ToolRules &rules = target.rules;
  const target::TransferRules &t = rules.transfers;
  bool isLoad = transfer.isLoad;
  FailureOr<int64_t> beats = countBeats(transfer, memory);
  if (failed(beats))
    return failure();
  TransferQoR result;
  result.op = transfer.op;
  result.array = memory.name;
  result.isLoad = isLoad;
  result.inTask = inTask;
  result.beats = *beats;
  result.ii = llvm::divideCeil(boxConflicts(memory, transfer), t.portsPerBank);
  Addressing address = addressingOf(memory, rules);
  int64_t lutWords = rules.memories.lutramWords();
  int64_t slices =
      llvm::divideCeil(memory.elementBits, rules.memories.wordBits);
  if (memory.inRegisters()) {
    result.depth = t.registersDepth;
  } else if (address.byRemainder) {
    bool toBram = memory.words() * slices > lutWords;
    result.depth = address.bits + t.remainder +
                   (isLoad ? toBram * t.remainderBram : t.remainderStore);
  } else {
    result.depth = t.ramDepth + address.multiplies * t.strideMultiply;
    if (!isLoad)
      result.depth += address.partial * t.partialStore;
  }
  // The last elements of a beat are written ii - 1 cycles after the first.
  result.depth += result.ii - 1;
  if (isRealigned(transfer))
    addShift(result, transfer, memory, t.realign);
  result.setUp = result.depth - 1 + (isLoad ? t.loadOverhead : t.storeOverhead);
  result.beatBytes = beatBytesOf(transfer, memory);
  int64_t behind = result.beats - 1;
  result.latency =
      result.setUp +
      std::max(behind * result.ii,
               memoryCycles(behind * result.beatBytes, target.byteTime()));
  if (inTask)
    result.latency += memory.extents.size() > 2 ? t.nestedDeep : t.nestedFlat;
  return result;
}
