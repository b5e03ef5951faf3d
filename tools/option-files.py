#!/usr/bin/env python3
"""Writes the man pages of hlsc and hls-sim and the completions of bash and zsh.

usage: option-files.py LLVM_TBLGEN SOURCE_DIR OUTPUT_DIR HLS_SIM
Those of hlsc follow from the records of include/talos/Support/Options.td, from
which the command line itself follows; those of hls-sim from what it says with
--help.
"""
import json
import os
import re
import subprocess
import sys
import textwrap

INTRODUCTION = r""".\" From include/talos/Support/Options.td by tools/option-files.py.
.Dd $Mdocdate$
.Dt HLSC 1
.Os
.Sh NAME
.Nm hlsc
.Nd C or affine MLIR to checked Vitis HLS C++
.Sh SYNOPSIS
.Nm
.Op options
.Ar kernel.mlir | kernel.c
.Nm
.Cm doctor
.Sh DESCRIPTION
.Nm
reads an affine program, decides by an exactly solved nonlinear program how it
becomes hardware, carries that out, and prints Vitis HLS C++ with a testbench
and project files.
.Cm doctor
says what is installed, what is missing, and what that costs.
"""

END = r""".Sh ENVIRONMENT
.Bl -tag -width Ds
.It Ev TALOS_DATA_DIR
Directory of devices, operator libraries and tool rules, where it is not the
installed one.
.It Ev TALOS_PYTHON
The Python that runs the farm.
.El
.Sh EXIT STATUS
.Bl -tag -width Ds -compact
.It 0
success
.It 1
program, design file or target file refused
.It 2
wrong command line
.It 3
no design: infeasible, or a limit was reached before any was found
.It 4
C simulation disagrees with the source program
.It 5
a tool is missing or failed
.It 6
an own check failed, or the output cannot be written
.It 7
model and estimator disagree
.El
.Sh EXAMPLES
.Dl hlsc gemm.mlir --top gemm --target u200 --clock-ns 4.0 -o out/
.Dl hlsc lu.c --top kernel_lu --bind n=40 --target u200 --csim
.Dl hlsc gemm.mlir --top gemm --target u200 --pareto cycles,DSP
"""

SIM_INTRODUCTION = r""".\" From hls-sim --help by tools/option-files.py.
.Dd $Mdocdate$
.Dt HLS-SIM 1
.Os
.Sh NAME
.Nm hls-sim
.Nd cycles of a network of processes, and proof that it never deadlocks
.Sh SYNOPSIS
.Nm
.Op options
.Ar network.json | design.mlir
.Sh DESCRIPTION
.Nm
executes a network of processes that are joined by FIFOs token by token: its
cycles, where it waits and for what, and whether it can deadlock.
"""

SIM_END = r""".Sh EXIT STATUS
.Bl -tag -width Ds -compact
.It 0
executed to its end
.It 1
file or depth refused
.It 2
wrong command line
.It 4
the network deadlocks
.It 6
the output cannot be written
.El
.Sh EXAMPLES
.Dl hls-sim gemm.hls.mlir --trace gemm.vcd --report stalls.json
.Dl hls-sim gemm.hls.mlir --least-depths
"""

BASH = """# {origin} by tools/option-files.py.
_{function}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  # The shell may part --name=value at the sign.
  [ "$before" = = ] && before=${{COMP_WORDS[COMP_CWORD-2]}}
  [ "$word" = = ] && word=
  COMPREPLY=()
  case $before in
{cases}
  *)
    case $word in
    -*) COMPREPLY=($(compgen -W "{names}" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -X '!*.@({inputs})' -- "$word")
                  $(compgen -d -- "$word") $(compgen -W "{words}" -- "$word")) ;;
    esac ;;
  esac
}}
shopt -s extglob
complete -o filenames -F _{function} {tool}
"""

ZSH = """#compdef {tool}
# {origin} by tools/option-files.py.
_arguments -s \\
{options}
  '*:{what}:_files -g "*.({inputs})"'
"""

HLSC = {"tool": "hlsc", "function": "hlsc", "inputs": "mlir|c",
        "words": "doctor", "what": "program",
        "origin": "From include/talos/Support/Options.td"}
SIM = {"tool": "hls-sim", "function": "hls_sim", "inputs": "mlir|json",
       "words": "", "what": "network", "origin": "From hls-sim --help"}


def records(tblgen, source):
    include = os.path.join(source, "include")
    dump = subprocess.run(
        [tblgen, "--dump-json", "-I", include,
         os.path.join(include, "talos", "Support", "Options.td")],
        capture_output=True, text=True, check=True).stdout
    return json.loads(dump)


def options_of(everything):
    """Options of hlsc by group, in the order of the definitions."""
    groups = {}
    seen = set()
    for users in sorted(everything["!instanceof"]["HlscOptions"]):
        for entry in everything[users]["options"]:
            option = everything[entry["def"]]
            if option["name"] not in seen:
                seen.add(option["name"])
                title = everything[option["group"]["def"]]["title"]
                groups.setdefault(title, []).append(option)
    return groups


def sim_options(program):
    """Options of hls-sim, as records of the same form."""
    said = subprocess.run([program, "--help"], capture_output=True, text=True,
                          check=True).stdout.split("hls-sim:\n")[1]
    options = [{"name": name, "short": 0, "value": f"<{value}>" if value else "",
                "choices": [], "help": text, "otherwise": ""}
               for name, value, text in
               re.findall(r"(?m)^  --([\w-]+)(?:=<([^>]*)>)? +- (.*)$", said)]
    return {"Options": options}


def spelled(option):
    return ("-" if option["short"] else "--") + option["name"]


def shown(option):
    return "|".join(option["choices"]) or re.sub("[<>]", "", option["value"])


def roff(text):
    """Text for a man page: lines of 78 columns, a new one for each sentence,
    and no control characters at the start of one."""
    text = "\n".join(
        line for sentence in text.replace("\\", "\\e").split(". ")
        for line in textwrap.wrap(sentence.strip() + ".", 78,
                                  break_on_hyphens=False))
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def man(groups, introduction, end):
    text = introduction
    for title, options in groups.items():
        text += f".Ss {title}\n.Bl -tag -width Ds\n"
        for option in options:
            flag = spelled(option)[1:].replace("-", "\\-")
            value = shown(option)
            text += f".It Fl {flag}" + (f" Ar {value}" if value else "") \
                + "\n"
            otherwise = roff(f"Default: {option['otherwise']}") + "\n" \
                if option["otherwise"] else ""
            text += roff(option["help"]) + "\n" + otherwise
        text += ".El\n"
    return text + end


def values_of(option):
    """The words of a completion, or what kind of file it is."""
    if option["choices"]:
        return " ".join(option["choices"])
    if option["name"] == "target":
        return "$(hlsc --list-targets 2>/dev/null)"
    return None


def is_path(option):
    return option["value"] in ("<file>", "<dir>")


def bash(groups, tool):
    cases, names = [], []
    for option in (o for options in groups.values() for o in options):
        names.append(spelled(option))
        words = values_of(option)
        if words:
            cases.append(f'  {spelled(option)}) COMPREPLY=($(compgen -W "{words}" '
                         '-- "$word")) ;;')
        elif is_path(option):
            kind = "-d" if option["value"] == "<dir>" else "-f"
            cases.append(f'  {spelled(option)}) COMPREPLY=($(compgen {kind} -- '
                         '"$word")) ;;')
        elif option["value"]:
            cases.append(f"  {spelled(option)}) ;;")
    return BASH.format(cases="\n".join(cases), names=" ".join(names), **tool)


def quoted(text):
    for char in "\\[]:":
        text = text.replace(char, "\\" + char)
    return text.replace("'", "'\\''")


def zsh(groups, tool):
    lines = []
    for option in (o for options in groups.values() for o in options):
        entry = f"  '{spelled(option)}[{quoted(option['help'])}]"
        if option["value"] or option["choices"]:
            words = values_of(option)
            if option["name"] == "target":
                action = "{compadd -- $(hlsc --list-targets 2>/dev/null)}"
            elif words:
                action = f"({words})"
            elif is_path(option):
                action = "_files" + (" -/" if option["value"] == "<dir>" else "")
            else:
                action = ""
            entry += f":{quoted(shown(option))}:{action}"
        lines.append(entry + "' \\")
    return ZSH.format(options="\n".join(lines), **tool)


def main():
    tblgen, source, output, simulator = sys.argv[1:5]
    os.makedirs(output, exist_ok=True)
    for tool, groups, introduction, end in (
            (HLSC, options_of(records(tblgen, source)), INTRODUCTION, END),
            (SIM, sim_options(simulator), SIM_INTRODUCTION, SIM_END)):
        name = tool["tool"]
        for file, text in ((name + ".1", man(groups, introduction, end)),
                           (name + ".bash", bash(groups, tool)),
                           ("_" + name, zsh(groups, tool))):
            with open(os.path.join(output, file), "w", encoding="utf-8") as out:
                out.write(text)


if __name__ == "__main__":
    main()
