//===- Options.td - Every option that a user can give ------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record an option: name, type, default, help. From these records follow
//
// * the command line of hlsc (lib/Pipelines/Driver/HlscOptions.td),
// * the options of hls-pipeline and of the passes (Passes.td of their rooms),
// * the tables of docs/Usage.md (test/Docs/options.py, which a test runs).
//
// The lists at the end say who has which option.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_OPTIONS_TD
#define TALOS_SUPPORT_OPTIONS_TD

/// Options that hlsc --help and the man page show together. In the order of the
/// list HelpGroups.
class HelpGroup<string shown> {
  string title = shown;
}
def ProgramGroup : HelpGroup<"What is compiled">;
def TargetGroup : HelpGroup<"What for">;
def DesignGroup : HelpGroup<"Which designs">;
def SearchGroup : HelpGroup<"How long">;
def ManyGroup : HelpGroup<"Many designs">;
def OutputGroup : HelpGroup<"Checks and output">;
def OtherGroup : HelpGroup<"Others">;
defvar HelpGroups = [ProgramGroup, TargetGroup, DesignGroup, SearchGroup,
                     ManyGroup, OutputGroup, OtherGroup];

/// An option of hlsc, `--name` or `--name <value>`.
class TalosOption<string spelled, string means> {
  string name = spelled;
  string help = means;
  /// A second name, on the command line of hlsc alone.
  string also = "";
  /// What stands for the value in a help text; empty for a flag.
  string value = "";
  /// The only values that there are; empty: any.
  list<string> choices = [];
  /// The default in words; empty: off, or nothing.
  string otherwise = "";
  /// Where docs/Usage.md sends a reader for more: `FILE.md#section`.
  string see = "";
  /// Written with one dash, its value behind a space or at once: -Idir.
  bit short = 0;
  HelpGroup group = OtherGroup;
}

/// An option that passes have as well, `name=value`.
class PassOption<string spelled, string cppMember, string type, string init,
                 string means> : TalosOption<spelled, means> {
  string member = cppMember;   ///< of the options structs
  string cppType = type;
  string initial = init;   ///< the default, in C++
}
class Text<string spelled, string cppMember, string shown, string means,
           string init = "">
    : PassOption<spelled, cppMember, "std::string", "\"" # init # "\"", means> {
  let value = shown;
  let otherwise = init;
}
class Number<string spelled, string cppMember, string shown, string init,
             string means>
    : PassOption<spelled, cppMember, "int64_t", init, means> {
  let value = shown;
  let otherwise = init;
}
class Flag01<string spelled, string cppMember, string means>
    : PassOption<spelled, cppMember, "bool", "false", means>;

//===----------------------------------------------------------------------===//
// What is compiled
//===----------------------------------------------------------------------===//

let group = ProgramGroup in {
def TopOption : Text<"top", "top", "<name>", "The function to compile"> {
  let otherwise = "needed";
}
} // group

//===----------------------------------------------------------------------===//
// What for: the attribute #hls.target
//===----------------------------------------------------------------------===//

let group = TargetGroup in {
def TargetOption : Text<"target", "target", "<device>",
    "Device: a name that --list-targets of hlsc prints, or a file that "
    "describes one and ends in .json"> {
  let otherwise = "needed";
  let see = "CostModel.md#to-add";
}
def ClockNsOption : Text<"clock-ns", "clockNs", "<ns>",
    "Clock period in nanoseconds, at most three decimals", "4.0">;
def ToolOption : Text<"tool", "tool", "<version>", "Version of Vitis HLS", "2023.2">;
def UsableOption : Number<"usable", "usable", "<n>%", "0",
    "What a design may use of each resource: a percentage of the whole device, "
    "or buildable (a pass: 0), which leaves out the platform's static region "
    "and room to route"> {
  let otherwise = "buildable";
  let see = "#what-a-design-may-use";
}
def LimitOption : Text<"limit", "limits", "<name=n,...>",
    "Use at most so many of these resources (DSP, BRAM_18K, URAM, LUT, FF), "
    "beside the percentage, and of AXI ports: DSP=1368,ports=8"> {
  let otherwise = "none";
}
def MaxPartitionOption : Number<"max-partition", "maxPartition", "<n>", "0",
    "Banks of one array at most"> {
  let otherwise = "the device's preset";
}
def TreeReductionOption : Flag01<"tree-reduction", "treeReduction",
    "The tool may reassociate floating-point sums "
    "(-unsafe_math_optimizations)">;
def MemoryOption : Text<"memory", "memory", "<which>",
    "Where the arrays of the top function are: m_axi, behind AXI ports, from "
    "which the kernel loads what it needs and to which it stores what it "
    "computes; ports, memories beside the kernel with a port a bank "
    "(ap_memory), which cost no transfers and none of the device's memory",
    "m_axi"> {
  let choices = ["m_axi", "ports"];
  let see = "CostModel.md#memories-at-ports";
}
} // group

//===----------------------------------------------------------------------===//
// What is written out before anything is chosen
//===----------------------------------------------------------------------===//

let group = DesignGroup in {
def WindowTripOption : Number<"window-trip", "windowTrip", "<n>", "64",
    "Iterations of a loop over the taps of a window, as k in in[i + k], that "
    "is written out at most; 0: none is"> {
  let see = "NLP.md#windows";
}
def WindowCopiesOption : Number<"window-copies", "windowCopies", "<n>", "64",
    "Copies of a statement that loops over a window may make together"> {
  let see = "NLP.md#windows";
}
} // group

//===----------------------------------------------------------------------===//
// Which designs
//===----------------------------------------------------------------------===//

let group = DesignGroup in {
def BlocksOption : Text<"blocks", "blocks", "<cuts>",
    "Cut arrays, and the loops over them, into blocks of these extents, as "
    "A.0=200+190 (dimension 0 of A) or, for several arrays, "
    "A.0=200+190,B.1=64+64: a block is loaded beside the tasks on another one. "
    "C@A lets array C use the port of A, after it. A.copies=2: memory holds the read-only "
    "array A twice, each with a port, for the statements that read it in turn. "
    "E.scratch: the local array E lies in memory, behind a port of its own. "
    "hlsc also takes auto, its default without pins and --schedule, which tries some cuts "
    "in two, shared ports and, with --max-ports, copies, and keeps the fastest design, and none"> {
  let see = "NLP.md#blocks";
}
def SeparateOption : Flag01<"separate", "separate",
    "Every result is a task of its own; otherwise straight-line statements of "
    "one loop body are one task where that is legal and no slower"> {
  let see = "NLP.md#several-results";
}
def ScheduleOption : Number<"schedule", "schedule", "<n>", "-1",
    "Order in which the statements run: source, the loops as they are (a pass: "
    "0); a number, that one of the schedules that promise fewer cycles; auto, "
    "the best design of all of these (a pass: -1, the loops as they are); or a "
    "file that ends in .mlir, a script that edits the order (Schedules.md)"> {
  let otherwise = "auto";
  let see = "NLP.md#schedules";
}
def ScriptOption : Text<"script", "scheduleFile", "<file>",
    "Script of the transform dialect that orders loops and statements, splits, "
    "tiles, skews, fuses, pipelines and unrolls; the rest is solved for"> {
  let see = "Schedules.md";
}
def WidenOption : Flag01<"widen", "widen",
    "Loops over most of a dimension of an array run over all of it, under a "
    "condition; auto schedules try both"> {
  let see = "NLP.md#schedules";
}
def StoreOldOption : Flag01<"store-old", "storeOld",
    "Statements under a condition on loops of their own compute everywhere, and "
    "store the old value where the condition does not hold; auto schedules try "
    "both with wider loops"> {
  let see = "NLP.md#schedules";
}
def CopyOperandsOption : Flag01<"copy-operands", "copyOperands",
    "Rows and columns that a nest reads of the array that it writes are copied "
    "first; auto schedules try both"> {
  let see = "NLP.md#schedules";
}
def CarriersOption : Flag01<"carriers", "carriers",
    "Loops that carry all that orders a loop inside stand around the tasks, and "
    "run as written; auto schedules try both"> {
  let see = "NLP.md#schedules";
}
def PartialSumsOption : Number<"partial-sums", "partialSums", "<n>", "-1",
    "Sums with fewer results than this are parted into so many partial sums, "
    "where their order may change, which a nest behind adds up; 0: none are; "
    "auto: the best network of both, with 128 (a pass: -1, none)"> {
  let otherwise = "auto";
  let see = "NLP.md#partial-sums";
}
def SpaceOption : Text<"space", "spaceName", "<template>",
    "Template of the designs, as registered; shared: every legal order of the "
    "loops, any loop pipelined; pragmas: only what pragmas do to the nests as "
    "they are; streamed: every nest is a process, joined to others by streams; "
    "mixed: what fits no stream is a process with buffers (streamed of hlsc takes "
    "it where streams alone will not do); "
    "auto (hlsc alone): the better of shared and streamed", "shared"> {
  let also = "template";
  let see = "NLP.md#the-space-of-networks";
}
def FineGrainedOption : Flag01<"fine-grained", "fineGrained",
    "With the pragma space: no loop above the pipelined one is unrolled">;
def DspReuseOption : Text<"dsp-reuse", "dspReuse", "<rule>",
    "optimistic: tasks that never run at the same time share operators, as the "
    "tool has it; pessimistic: every task has operators of its own",
    "optimistic"> {
  let choices = ["optimistic", "pessimistic"];
}
def PinOption : Text<"pin", "pins", "<pins>",
    "Variables of the design that are fixed or bounded: "
    "S1.k.t2=4,S1.order=k,j,i,A.partition0<=8"> {
  let otherwise = "none";
  let see = "#pins";
}
def TilesOption : Text<"tiles", "tiles", "<which>",
    "Arrays that tasks hold tile by tile: never, auto (only where the memories "
    "are too small otherwise: as few as fit, more where that pays), search (the "
    "best choice), or names of arrays: A,B", "auto"> {
  let see = "NLP.md#tiles";
}
def LayoutOption : Text<"layout", "layout", "<which>",
    "How memory may hold the arrays: natural (as in C), padded (rows filled up "
    "to whole beats), packed (boxes of elements, one after the other), or auto "
    "(the best for each); the host program does what the design asks for",
    "natural"> {
  let choices = ["natural", "padded", "packed", "auto"];
  let see = "NLP.md#layouts";
}
def MaxPortsOption : Number<"max-ports", "maxPorts", "<n>", "1",
    "AXI ports of one array at most; they take beats in turn, or have a block "
    "of its rows each"> {
  let see = "NLP.md#layouts";
}
def PaddingOption : Number<"padding", "padding", "<n>", "25",
    "Elements that a layout may add to an array, in percent"> {
  let see = "NLP.md#layouts";
}
def SlrsOption : Text<"slrs", "slrs", "<n>|auto",
    "SLRs that the nests of a network are assigned to, each with the others of "
    "its SLR in a kernel; auto: all of the device. --usable is then a "
    "percentage of each SLR"> {
  let otherwise = "1";
  let see = "NLP.md#slrs";
}
def SlrShareOption : Text<"slr-share", "slrShare", "<SLRn=n%,...>",
    "Use at most so much of an SLR, beside --usable: SLR1=55%"> {
  let otherwise = "none";
  let see = "NLP.md#slrs";
}
def WorkersOption : Text<"workers", "workers", "<n>|auto",
    "Workers of the nest with the most iterations: it, and the nests that its "
    "rows come from or go to, are so many nests of equal blocks of rows, which "
    "--slrs may assign to several SLRs. hlsc: auto solves for each number up to "
    "that of the SLRs, and takes the best design; --pin S1.workers=3 says it of a "
    "nest by its name"> {
  let otherwise = "1";
  let see = "NLP.md#workers";
}
def DesignOption : Text<"design", "designFile", "<file>",
    "Carry out the design point of this file (attribute text or JSON), solve "
    "nothing"> {
  let see = "#design-points";
}
def NoPairsOption : Flag01<"no-pairs", "noPairs",
    "Every product has a multiplier of its own; otherwise two of 8 bits that "
    "share a factor are computed in one of 27 by 18 bits where the device has "
    "it and that makes a better design"> {
  let see = "CostModel.md#widths-of-products";
}
def ExplainOption : Flag01<"explain", "explain",
    "Say of every nest what limits it, and what more of that would buy"> {
  let see = "NLP.md#what-limits-a-nest";
}
} // group

//===----------------------------------------------------------------------===//
// How long
//===----------------------------------------------------------------------===//

let group = SearchGroup in {
def NodeLimitOption : Number<"node-limit", "nodeLimit", "<n>", "-1",
    "Stop the search after n nodes with the best point and a proved bound; "
    "reproducible; 0: no limit; otherwise 50000, for networks up to four times "
    "as many where that pays, and fewer for a program of tens of statements, "
    "where a node takes longer (a pass: -1)"> {
  let otherwise = "auto";
}
def TimeLimitOption : PassOption<"time-limit", "timeLimit", "double", "0",
    "Stop the search after s seconds with the best point and a proved bound; "
    "not reproducible, and marked so. With hlsc the seconds count from its "
    "start, and another phase that outlasts them is an error"> {
  let see = "#limits";
  let value = "<s>";
  let otherwise = "no limit";
}
def BottleneckOption : Flag01<"bottleneck", "bottleneck",
    "Unroll the slowest nest step by step before the exact search, which begins "
    "with the design that this finds (hlsc: --dse bottleneck)"> {
  let see = "NLP.md#the-bottleneck-search";
}
def ThreadsOption : PassOption<"threads", "threads", "unsigned", "0",
    "Threads of the search, 0: one a core; the result does not depend on it"> {
  let value = "<n>";
  let otherwise = "0";
}
} // group

//===----------------------------------------------------------------------===//
// Options of hlsc alone
//===----------------------------------------------------------------------===//

class OnlyHlsc<string spelled, string shown, string means, string init = "">
    : TalosOption<spelled, means> {
  let value = shown;
  let otherwise = init;
}

let group = TargetGroup in {
def TargetFileOption : OnlyHlsc<"target-file", "<file>",
    "Device description (.json) instead of --target">;
def ListTargetsOption : OnlyHlsc<"list-targets", "", "Print the known devices and exit">;
} // group

let group = SearchGroup in {
def MemoryLimitOption : OnlyHlsc<"memory-limit", "<MB>",
    "Memory that hlsc may use in any phase: the search ends with the best point "
    "where little is left; more is an error", "1,600 for the search alone"> {
  let see = "#limits";
}
} // group

let group = DesignGroup in {
def PinFileOption : OnlyHlsc<"pin-file", "<file>",
    "Pins from a JSON object, beside those of --pin"> {
  let see = "#pins";
}
} // group

let group = ProgramGroup in {
def IncludeOption : OnlyHlsc<"I", "<dir>", "C: directory of header files"> {
  let short = 1;
  let see = "Frontend.md";
}
def DefineOption : OnlyHlsc<"D", "<name[=value]>", "C: define a macro"> {
  let short = 1;
  let see = "Frontend.md";
}
def BindOption : OnlyHlsc<"bind", "<p=n,...>",
    "C: values of integer parameters of the top function, which become "
    "constants">;
def ExtentOption : OnlyHlsc<"extent", "<A=nxm,...>",
    "C: extents of the arrays that pointers of the top function point to"> {
  let see = "Frontend.md#pointers";
}
def BindFromExtentsOption : OnlyHlsc<"bind-from-extents", "",
    "C: bind parameters that bound loops to what the extents of the arrays "
    "allow">;
} // group

let group = OutputGroup in {
def CSimOption : OnlyHlsc<"csim", "",
    "Compile and run the C simulation against the source program (needs g++, "
    "and clang-22 or, for C, gcc and objcopy)">;
def CSimDirOption : OnlyHlsc<"csim-dir", "<dir>",
    "Build the C simulation here and keep it; implies --csim", "temporary">;
def SimulateOption : OnlyHlsc<"simulate", "",
    "Also write the run of a network of processes to the directory of -o, as "
    "hls-sim does: the figures, stalls.json, and a trace of its FIFOs, "
    "<top>.vcd"> {
  let see = "Simulation.md";
}
def ReportOption : OnlyHlsc<"report", "<format>", "What to print", "table"> {
  let choices = ["table", "json", "none"];
}
def ReportFileOption : OnlyHlsc<"report-file", "<file>",
    "Also write the JSON report, with times, to this file"> {
  let see = "#json-report";
}
def ReportHtmlOption : OnlyHlsc<"report-html", "<file>",
    "Also write the report as a page with pictures to this file (needs "
    "python3)"> {
  let see = "Report.md";
}
def OutputOption : OnlyHlsc<"o", "<dir>", "Directory of the emitted files",
                      "nothing is written"> {
  let short = 1;
}
def VerboseOption : OnlyHlsc<"verbose", "",
    "Print the time of every phase on the error stream">;
} // group

def HelpOption : OnlyHlsc<"help", "", "Print the options and exit">;
def VersionOption : OnlyHlsc<"version", "", "Print the version and exit">;

let group = ManyGroup in {
def DseOption : OnlyHlsc<"dse", "",
    "Explore the space of every template, or of --space alone, under one limit "
    "of the partition and one kind of parallelism after the other, and compile "
    "the best design; --dse bottleneck: search one space twice, by unrolling the "
    "slowest nest step by step and then exactly, say what each finds, and compile "
    "the better design"> {
  let see = "#design-space-exploration";
}
def DseRecordOption : OnlyHlsc<"dse-record", "<file>",
    "Keep every candidate in this file of JSON lines as soon as it is known, "
    "and take up what the file has", "nothing is kept">;
def DsePartitionsOption : OnlyHlsc<"dse-partitions", "<n,...>",
    "Limits of the partition in turn", "1024,512,256,128,64,32,16,8,1">;
def DseBackendOption : OnlyHlsc<"dse-backend", "<name>",
    "Who evaluates candidates; estimator: hls-estimate-qor in this process; "
    "vitis: vitis_hls, which must be on PATH, in a directory of its own for "
    "each candidate below <record>.runs; farm: vitis_hls, or what --dse-farm "
    "names, on many workers, below <record>.farm", "estimator"> {
  let choices = ["estimator", "vitis", "farm"];
}
def DseFarmOption : OnlyHlsc<"dse-farm", "<options>",
    "Options of python3 -m talos farm serve, in one text: "
    "'--workers 4 --licences vitis=2'", "two workers on this machine"> {
  let see = "Farm.md";
}
def DseTimeoutOption : OnlyHlsc<"dse-timeout", "<s>",
    "Seconds of one run of Vitis, which is then killed", "10800">;

def ParetoOption : OnlyHlsc<"pareto", "<cycles,name,...>",
    "Find all designs that no other one beats in cycles and the amounts named: "
    "DSP, BRAM_18K (or BRAM), URAM, LUT, FF, ports; compile none"> {
  let see = "#pareto-fronts";
}
def ParetoRecordOption : OnlyHlsc<"pareto-record", "<file>",
    "Keep what every program of --pareto has given in this file of JSON lines, "
    "and take up what the file has", "nothing is kept">;
} // group

//===----------------------------------------------------------------------===//
// Who has which option
//===----------------------------------------------------------------------===//

class OptionsOf<list<string> users, list<PassOption> has> {
  list<string> passes = users;
  list<PassOption> options = has;
}
def TopOptions : OptionsOf<["hls-prepare"], [TopOption]>;
def TargetOptions
    : OptionsOf<["hls-attach-target"],
                [TargetOption, ClockNsOption, ToolOption, UsableOption,
                 LimitOption, MaxPartitionOption, TreeReductionOption,
                 MemoryOption]>;
def WindowOptions
    : OptionsOf<["hls-unroll-windows"], [WindowTripOption, WindowCopiesOption]>;
def BlockOptions : OptionsOf<["hls-split-arrays"], [BlocksOption]>;
def WorkerOptions : OptionsOf<["hls-split-workers"], [WorkersOption]>;
def DistributionOptions : OptionsOf<["hls-distribute"], [SeparateOption]>;
def ScriptOptions : OptionsOf<["hls-run-schedule"], [ScriptOption]>;
def SpaceOptions
    : OptionsOf<["hls-explore", "hls-dump-nlp", "hls-explain",
                 "hls-lower-bound"],
                [SpaceOption, FineGrainedOption, DspReuseOption, PinOption,
                 LayoutOption, MaxPortsOption, PaddingOption, NoPairsOption,
                 SlrsOption, SlrShareOption]>;
def TilingOptions : OptionsOf<["hls-explore", "hls-dump-nlp"], [TilesOption]>;
def SearchOptions
    : OptionsOf<["hls-explore"],
                [NodeLimitOption, TimeLimitOption, BottleneckOption]>;
def EffortOptions : OptionsOf<["hls-explore", "hls-explain"], [ThreadsOption]>;
def PipelineOptions
    : OptionsOf<["hls-pipeline"],
                !listconcat(TopOptions.options, TargetOptions.options,
                            WindowOptions.options,
                            BlockOptions.options, WorkerOptions.options,
                            DistributionOptions.options, ScriptOptions.options,
                            SpaceOptions.options, TilingOptions.options,
                            SearchOptions.options, EffortOptions.options,
                            [ScheduleOption, WidenOption, StoreOldOption,
                             CopyOperandsOption, CarriersOption,
                             PartialSumsOption, DesignOption,
                             ExplainOption])>;

class HlscOptions<list<TalosOption> has> {
  list<TalosOption> options = has;
}
/// In the order of the table in docs/Usage.md.
def Hlsc : HlscOptions<[
    TopOption, TargetOption, TargetFileOption, ListTargetsOption,
    ClockNsOption, ToolOption, UsableOption, LimitOption, MaxPartitionOption,
    TreeReductionOption, MemoryOption, WindowTripOption, WindowCopiesOption,
    BlocksOption, SeparateOption, ScheduleOption, WidenOption, StoreOldOption,
    CopyOperandsOption, CarriersOption, PartialSumsOption, SpaceOption,
    FineGrainedOption, DspReuseOption,
    TilesOption, LayoutOption, MaxPortsOption, PaddingOption, NoPairsOption, SlrsOption,
    SlrShareOption, WorkersOption, DesignOption, PinOption, PinFileOption,
    ExplainOption,
    NodeLimitOption, TimeLimitOption, MemoryLimitOption, ThreadsOption,
    DseOption, ParetoOption, IncludeOption, DefineOption, BindOption, BindFromExtentsOption,
    ExtentOption, CSimOption, CSimDirOption, SimulateOption,
    ReportOption, ReportFileOption, ReportHtmlOption, OutputOption, VerboseOption, HelpOption,
    VersionOption]>;
def HlscDse : HlscOptions<[
    DseRecordOption, DsePartitionsOption, DseBackendOption, DseTimeoutOption,
    DseFarmOption]>;
def HlscPareto : HlscOptions<[ParetoRecordOption]>;

#endif // TALOS_SUPPORT_OPTIONS_TD
