//===- Target.h - Devices, operator libraries and tool rules ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target is a device, an operator library of its family at some clock, and
// the rules of a tool version, each read from a data file in which every key is
// required and every number has unit, source and provenance.
//
// Clock rule: the library used is the one with the greatest clock period that
// is <= the period asked for, since a slower clock never needs more pipeline
// stages; `libraryIsExact` says whether it was made for that clock. A period
// below the shortest one of the family is refused.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TARGET_TARGET_H
#define TALOS_TARGET_TARGET_H

#include "talos/Target/ToolRules.h"
#include "llvm/ADT/StringMap.h"
#include <limits>

namespace talos::target {

enum class Provenance {
  Measured,   ///< read from synthesis reports
  Sparse,     ///< likewise, from few rows or few kernels
  Documented, ///< from the vendor's public documentation
  Assumed,    ///< estimated; a design that rests on it is flagged
};
llvm::StringRef toString(Provenance provenance);

struct Resources {
  int64_t dsp = 0, bram18k = 0, uram = 0, lut = 0, ff = 0;
};

/// A resource by its name, as reports, device files and options spell it.
struct ResourceField {
  llvm::StringLiteral name;
  int64_t Resources::*amount;
};
/// All of them, in the order of reports.
inline constexpr ResourceField resourceFields[] = {
    {"DSP", &Resources::dsp},
    {"BRAM_18K", &Resources::bram18k},
    {"URAM", &Resources::uram},
    {"LUT", &Resources::lut},
    {"FF", &Resources::ff}};

/// What a design takes or may take: resources of the device, and AXI ports, of
/// which each array in memory has one or more.
struct Amounts : Resources {
  int64_t ports = 0;
};

/// Of Amounts::ports: as many as the arrays need, and the banks of the memory
/// serve.
inline constexpr int64_t anyPorts = std::numeric_limits<int64_t>::max();

/// An amount by its name, as options and design points spell it.
struct AmountField {
  llvm::StringLiteral name;
  int64_t Amounts::*amount;
};
inline constexpr AmountField amountFields[] = {
    {"DSP", &Amounts::dsp},   {"BRAM_18K", &Amounts::bram18k},
    {"URAM", &Amounts::uram}, {"LUT", &Amounts::lut},
    {"FF", &Amounts::ff},     {"ports", &Amounts::ports}};

/// What exceeds `allowed`, as "DSP 9000 of 6840, LUT ..."; empty if nothing.
std::string overuse(const Resources &used, const Resources &allowed);
std::string overuse(const Amounts &used, const Amounts &allowed);

struct Memory {
  std::string kind;      ///< "DDR4", "DDR3", "HBM2"
  int64_t banks = 0;     ///< banks, or pseudo channels of HBM
  int64_t ports = 0;     ///< AXI ports that it has; 0: they may be any number
  int64_t width = 0;     ///< data width of one of them at the kernel, in bits
  int64_t bandwidth = 0; ///< of one of them, in MB/s (10^6 bytes a second)
};

/// `cycles` of the clock for `bytes`, in lowest terms.
struct ByteTime {
  int64_t cycles = 0, bytes = 1;
  /// Whether a beat of so many bits takes longer than a cycle.
  bool slows(int64_t bits) const { return bits * cycles > 8 * bytes; }
};

/// What is on the card beside a design: the logic that serves host and memory.
struct Platform {
  std::string name;   ///< "xilinx_u200_gen3x16_xdma_2_202110_1"; "none"
  Resources reserved; ///< of the static region; no design has them
};

/// The preset of what a design may use: Device::usable percent of what the
/// platform leaves.
inline constexpr llvm::StringLiteral buildablePreset = "buildable";

struct Device {
  std::string name;   ///< "u200"
  std::string part;   ///< "xcu200-fsgd2104-2-e"
  std::string family; ///< "virtexuplus"
  Resources total, perSlr;
  int64_t slrs = 0;
  /// Cycles that a token of an AXI stream takes for a boundary between SLRs,
  /// which stand in a row; beside those of a FIFO.
  int64_t slrCrossing = 0;
  Memory memory;
  Platform platform;
  int64_t maxPartition = 0; ///< preset of the limit on banks of one array
  /// Percent of what the platform leaves of each resource, of the preset
  /// `buildable`: designs that fill more do not route.
  int64_t usable = 0;
  Provenance provenance = Provenance::Assumed; ///< the weakest of its numbers

  /// All resources; banks of the memory serve as many ports as there are.
  Amounts amounts() const { return {total, anyPorts}; }
};

/// What an operator computes.
enum class OperatorKind {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Max,
  Min,
  Neg,
  Abs,
  Sqrt,
  Exp,
  Log,
  Pow,
  And,
  Or,
  Xor,
  Shift,
  Cmp,
  Select,
  Convert,
};

/// What an operator computes with.
enum class Operands { Integer, Floating, Any };

struct Operator {
  std::string name; ///< "fadd"; "fadd.fabric" for a variant
  /// A variant's implementation, as `bind_op` has it: what the name has behind
  /// its point. Empty: the tool's own choice.
  std::string impl;
  OperatorKind kind = OperatorKind::Convert;
  Operands operands = Operands::Any;
  int64_t latency = 0; ///< steps in a schedule, cycles (Vitis: num_stage)
  int64_t dsp = 0, lut = 0, ff = 0; ///< of one instance
  Provenance provenance = Provenance::Assumed;
  std::string source;

  /// The operator of which this is a variant, or itself: "fadd".
  llvm::StringRef base() const {
    return llvm::StringRef(name).split('.').first;
  }

  /// The tool merges `a op b` and `b op a`. It is not known to do so for `and`,
  /// `or` and `xor`.
  bool isCommutative() const {
    return kind == OperatorKind::Add || kind == OperatorKind::Mul ||
           kind == OperatorKind::Max || kind == OperatorKind::Min;
  }
  /// Rounded sums and products: no order of the operands but the program's is
  /// exact, so that the tool needs leave to choose another one.
  bool isRoundedSum() const {
    return kind == OperatorKind::Add && operands == Operands::Floating;
  }
  bool isRoundedProduct() const {
    return kind == OperatorKind::Mul && operands == Operands::Floating;
  }
};

/// The operators: fadd fsub fmul fdiv fsqrt fmax fmin fcmp, the same with d;
/// add sub mul div rem max min and or xor shift cmp (integers up to 32 bits),
/// select neg, and the conversions sitofp uitofp fptosi fptoui fpext fptrunc
/// intcast; exp log pow. `fneg` and `fabs` are in both precisions. Some
/// libraries have variants of some of them, which `bind_op` asks for.
struct OperatorLibrary {
  std::string file, family, tool;
  int64_t clockPs = 0;
  std::vector<Operator> operators; ///< by name
};

struct Target {
  Device device;
  OperatorLibrary library;
  ToolRules rules;
  int64_t clockPs = 0;
  bool libraryIsExact = false;

  /// What a bank of the memory takes, beside everything else.
  ByteTime byteTime() const;
  /// The operator called `name`; an error that names the library otherwise.
  llvm::Expected<const Operator *> lookup(llvm::StringRef name) const;
  /// The variants of the operator called `name`, by name; none if it is itself
  /// one.
  std::vector<const Operator *> variants(llvm::StringRef name) const;
  /// Implementations that there are as variants of each of these operators, by
  /// name.
  std::vector<std::string>
  commonImpls(const std::vector<std::string> &names) const;
  /// Lowers amounts to what a text such as "DSP=1368,ports=8" says; the names
  /// are those of amountFields. Unknown names, anything but a whole number, an
  /// amount named twice: an error. More than there is changes nothing.
  static llvm::Error limit(Amounts &amounts, llvm::StringRef limits);
  /// What a design may use: `percent` of the whole device (0: what the preset
  /// `buildable` offers), rounded down, and `anyPorts`, lowered to `limits`.
  llvm::Expected<Amounts> usable(int64_t percent, llvm::StringRef limits) const;
  /// The same in words: "100 % of the device", "buildable: 80 % of ...".
  std::string usableInWords(int64_t percent) const;
  /// Bits that one array can take of `resources` at most: all URAM, all BRAM or
  /// `banks` of LUTRAM (0: the device's preset), by the memory rules. Positive.
  int64_t largestArrayBits(const Resources &resources, int64_t banks) const;
};

/// Loads the device `nameOrFile` ("u200", or a path that ends in .json) with
/// the operator library of its family for `clockPs` picoseconds and the rules
/// of Vitis `toolVersion` ("2023.2").
llvm::Expected<Target> loadTarget(llvm::StringRef nameOrFile, int64_t clockPs,
                                  llvm::StringRef toolVersion);

/// The names of the devices that loadTarget knows, sorted.
std::vector<std::string> listTargets();

/// The parts of loadTarget, for tests and tools: a malformed file is an error
/// that names file, key and what is expected.
llvm::Expected<Device> loadDevice(llvm::StringRef path);
llvm::Expected<OperatorLibrary> loadOperatorLibrary(llvm::StringRef path);

} // namespace talos::target

#endif // TALOS_TARGET_TARGET_H
