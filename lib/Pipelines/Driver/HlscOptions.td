//===- HlscOptions.td - Command line of hlsc ---------------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class F<string name, string help>
    : Flag<["--"], name>, HelpText<help>;

multiclass Eq<string name, string metavar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metavar>, HelpText<help>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

defm top : Eq<"top", "<name>", "The function to compile (needed)">;
defm target : Eq<"target", "<device>", "Device (this or --target-file is needed); --list-targets names them">;
defm target_file : Eq<"target-file", "<file>", "Device description (.json) instead of --target">;
def list_targets : F<"list-targets", "Print the known devices and exit">;
defm clock_ns : Eq<"clock-ns", "<ns>", "Clock period in nanoseconds (default 4.0)">;
defm tool : Eq<"tool", "<version>", "Version of Vitis HLS (default 2023.2)">;
defm usable : Eq<"usable", "<n>%", "Share of each resource that the design may use (default: the device's preset)">;
defm limit : Eq<"limit", "<name=n,...>", "Use at most so many of these resources (DSP, BRAM_18K, URAM, LUT, FF), beside --usable; repeatable">;
defm max_partition : Eq<"max-partition", "<n>", "Banks of one array at most (default: the device's preset)">;
defm space : Eq<"space", "<space>", "shared (default): every legal order of the loops; pragmas: only what pragmas do to the nests as they are">;
def fine_grained : F<"fine-grained", "With --space pragmas: unroll no loop above the pipelined one">;
def tree_reduction : F<"tree-reduction", "The tool may reassociate floating-point sums (-unsafe_math_optimizations)">;
defm dsp_reuse : Eq<"dsp-reuse", "<rule>", "optimistic (default): a pipelined statement shares operators over its II; pessimistic: it does not">;
defm tiles : Eq<"tiles", "<which>", "Arrays that tasks hold tile by tile: never, auto (default: as few as fit), search (the best choice), or names: A,B">;
defm design : Eq<"design", "<file>", "Use the design point of this file (attribute text or JSON) and solve nothing">;
defm pin : Eq<"pin", "<name=value,...>", "Fix (=) or bound (<=, >=) variables of the design; repeatable">;
defm pin_file : Eq<"pin-file", "<file>", "The same from a JSON object">;
def explain : F<"explain", "Say of every nest what limits it, and what more of that would buy">;
defm node_limit : Eq<"node-limit", "<n>", "Stop the search after n nodes with the best point and a bound; reproducible; default 50000, 0: no limit">;
defm time_limit : Eq<"time-limit", "<s>", "Stop the search after s seconds with the best point and a bound; not reproducible">;
defm threads : Eq<"threads", "<n>", "Threads of the search; the result does not depend on it (default 0: one a core)">;
def dse : F<"dse", "Explore the pragma space under one limit of the partition and one kind of parallelism after the other, and compile the best design">;
defm dse_record : Eq<"dse-record", "<file>", "Keep every candidate in this file of JSON lines, and take up what it has">;
defm dse_backend : Eq<"dse-backend", "<name>", "Who evaluates candidates: estimator (default) or vitis">;
defm dse_partitions : Eq<"dse-partitions", "<n,...>", "Limits of the partition in turn (default 1024,512,256,128,64,32,16,8,1)">;
defm dse_timeout : Eq<"dse-timeout", "<s>", "Seconds of one run of Vitis (default 10800)">;
defm bind : Eq<"bind", "<p=n,...>", "C: values of integer parameters of the top function, which become constants">;
def bind_from_extents : F<"bind-from-extents", "C: bind parameters that bound loops to what the extents of the arrays allow">;
def I : JoinedOrSeparate<["-"], "I">, MetaVarName<"<dir>">, HelpText<"C: directory of header files">;
def D : JoinedOrSeparate<["-"], "D">, MetaVarName<"<name[=value]>">, HelpText<"C: define a macro">;
def csim : F<"csim", "Compile and run the C simulation against the source program (needs g++, and clang-22 or, for C, gcc and objcopy)">;
defm csim_dir : Eq<"csim-dir", "<dir>", "Build the C simulation here and keep it; implies --csim">;
defm report : Eq<"report", "<format>", "What to print: table (default), json or none">;
defm report_file : Eq<"report-file", "<file>", "Also write the JSON report with times to this file">;
def verbose : F<"verbose", "Print the time of every phase">;
def help : F<"help", "Print this text and exit">;
def version : F<"version", "Print the version and exit">;
def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<dir>">,
        HelpText<"Directory of the emitted files (default: nothing is written)">;
