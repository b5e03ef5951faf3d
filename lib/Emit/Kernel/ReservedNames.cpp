//===- ReservedNames.cpp - Names that emitted code cannot have ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/ReservedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace talos::emit {

/// Macros that <climits>, <cfloat>, <cmath> and <cstdint> define in
/// families: INT8_MAX, UINT64_C, FLT_EPSILON, M_PI, FP_NAN.
static bool isMacroOfAFamily(StringRef name) {
  auto isUpper = [](char c) {
    return llvm::isUpper(c) || llvm::isDigit(c) || c == '_';
  };
  if (!llvm::all_of(name, isUpper) || name.ends_with("_"))
    return false;
  static constexpr StringRef starts[] = {"FLT_",  "DBL_",   "LDBL_",
                                         "FP_",   "M_PI",   "M_LN",
                                         "M_LOG", "M_SQRT", "MATH_"};
  static constexpr StringRef integers[] = {
      "INT",  "UINT",  "CHAR",   "SCHAR",   "UCHAR",  "SHRT",       "USHRT",
      "LONG", "ULONG", "LLONG",  "ULLONG",  "SIZE",   "SSIZE",      "PTRDIFF",
      "WINT", "WCHAR", "INTPTR", "UINTPTR", "INTMAX", "SIG_ATOMIC", "UINTMAX"};
  if (llvm::any_of(starts, [&](StringRef s) { return name.starts_with(s); }))
    return true;
  bool isLimit = name.consume_back("_MAX") || name.consume_back("_MIN") ||
                 name.consume_back("_C") || name.consume_back("_WIDTH");
  return isLimit && llvm::any_of(integers, [&](StringRef s) {
           return name.starts_with(s);
         });
}

bool isReservedName(StringRef name) {
  static const llvm::StringSet<> names = {"alignas",
                                          "alignof",
                                          "and",
                                          "and_eq",
                                          "asm",
                                          "auto",
                                          "bitand",
                                          "bitor",
                                          "bool",
                                          "break",
                                          "case",
                                          "catch",
                                          "char",
                                          "char16_t",
                                          "char32_t",
                                          "char8_t",
                                          "class",
                                          "co_await",
                                          "co_return",
                                          "co_yield",
                                          "compl",
                                          "concept",
                                          "const",
                                          "const_cast",
                                          "consteval",
                                          "constexpr",
                                          "constinit",
                                          "continue",
                                          "decltype",
                                          "default",
                                          "delete",
                                          "do",
                                          "double",
                                          "dynamic_cast",
                                          "else",
                                          "enum",
                                          "explicit",
                                          "export",
                                          "extern",
                                          "false",
                                          "float",
                                          "for",
                                          "friend",
                                          "goto",
                                          "if",
                                          "inline",
                                          "int",
                                          "long",
                                          "mutable",
                                          "namespace",
                                          "new",
                                          "noexcept",
                                          "not",
                                          "not_eq",
                                          "nullptr",
                                          "operator",
                                          "or",
                                          "or_eq",
                                          "private",
                                          "protected",
                                          "public",
                                          "register",
                                          "reinterpret_cast",
                                          "requires",
                                          "return",
                                          "short",
                                          "signed",
                                          "sizeof",
                                          "static",
                                          "static_assert",
                                          "static_cast",
                                          "struct",
                                          "switch",
                                          "template",
                                          "this",
                                          "thread_local",
                                          "throw",
                                          "true",
                                          "try",
                                          "typedef",
                                          "typeid",
                                          "typename",
                                          "union",
                                          "unsigned",
                                          "using",
                                          "virtual",
                                          "void",
                                          "volatile",
                                          "wchar_t",
                                          "while",
                                          "xor",
                                          "xor_eq",
                                          "main",
                                          "std",
                                          "stream",
                                          "vector",
                                          "hls",
                                          "linux",
                                          "unix",
                                          "M_E",
                                          "M_1_PI",
                                          "M_2_PI",
                                          "M_2_SQRTPI",
                                          "INFINITY",
                                          "NAN",
                                          "HUGE_VAL",
                                          "HUGE_VALF",
                                          "HUGE_VALL",
                                          "EOF",
                                          "NULL",
                                          "BUFSIZ",
                                          "FILENAME_MAX",
                                          "FOPEN_MAX",
                                          "TMP_MAX",
                                          "RAND_MAX",
                                          "EXIT_FAILURE",
                                          "EXIT_SUCCESS",
                                          "SEEK_CUR",
                                          "SEEK_END",
                                          "SEEK_SET",
                                          "stdin",
                                          "stdout",
                                          "stderr",
                                          "assert",
                                          "errno",
                                          "math_errhandling",
                                          "CHAR_BIT",
                                          "WORD_BIT",
                                          "LONG_BIT",
                                          "FLT_EVAL_METHOD",
                                          "FLT_RADIX",
                                          "FLT_ROUNDS",
                                          "DECIMAL_DIG",
                                          "offsetof",
                                          "va_arg",
                                          "va_copy",
                                          "va_end",
                                          "va_start",
                                          "setjmp",
                                          "TALOS_LARGE",
                                          "TALOS_OWN_INIT",
                                          "TALOS_TOLERANCE"};
  return names.contains(name) || isMacroOfAFamily(name);
}

bool isEmittedName(StringRef name) {
  static const llvm::StringSet<> names = {
      "int8_t",    "int16_t",       "int32_t",      "int64_t",   "uint8_t",
      "uint16_t",  "uint32_t",      "uint64_t",     "floor_div", "ceil_div",
      "floor_mod", "float_maximum", "float_minimum"};
  return names.contains(name);
}

bool isLibraryFunction(StringRef name) {
  static const llvm::StringSet<> names = {
      "acos",       "acosf",       "acosh",     "acoshf",    "asin",
      "asinf",      "asinh",       "asinhf",    "atan",      "atan2",
      "atan2f",     "atanf",       "atanh",     "atanhf",    "cbrt",
      "cbrtf",      "ceil",        "ceilf",     "copysign",  "copysignf",
      "cos",        "cosf",        "cosh",      "coshf",     "drem",
      "erf",        "erfc",        "erfcf",     "erff",      "exp",
      "exp10",      "exp2",        "exp2f",     "expf",      "expm1",
      "expm1f",     "fabs",        "fabsf",     "fdim",      "fdimf",
      "finite",     "floor",       "floorf",    "fma",       "fmaf",
      "fmax",       "fmaxf",       "fmin",      "fminf",     "fmod",
      "fmodf",      "frexp",       "frexpf",    "gamma",     "hypot",
      "hypotf",     "ilogb",       "isinf",     "isnan",     "isfinite",
      "isnormal",   "fpclassify",  "signbit",   "j0",        "j1",
      "jn",         "ldexp",       "ldexpf",    "lgamma",    "lgammaf",
      "llrint",     "llround",     "log",       "log10",     "log10f",
      "log1p",      "log1pf",      "log2",      "log2f",     "logb",
      "logf",       "lrint",       "lround",    "modf",      "modff",
      "nan",        "nanf",        "nearbyint", "nextafter", "nexttoward",
      "pow",        "powf",        "remainder", "remquo",    "rint",
      "rintf",      "round",       "roundf",    "scalb",     "scalbln",
      "scalbn",     "significand", "sin",       "sincos",    "sinf",
      "sinh",       "sinhf",       "sqrt",      "sqrtf",     "tan",
      "tanf",       "tanh",        "tanhf",     "tgamma",    "tgammaf",
      "trunc",      "truncf",      "y0",        "y1",        "yn",
      "abort",      "abs",         "atexit",    "atof",      "atoi",
      "atol",       "atoll",       "bsearch",   "calloc",    "div",
      "exit",       "free",        "getenv",    "labs",      "ldiv",
      "llabs",      "lldiv",       "malloc",    "mblen",     "qsort",
      "quick_exit", "rand",        "random",    "realloc",   "srand",
      "srandom",    "strtod",      "strtof",    "strtol",    "strtoul",
      "system",     "clearerr",    "fclose",    "feof",      "ferror",
      "fflush",     "fgetc",       "fgets",     "fopen",     "fprintf",
      "fputc",      "fputs",       "fread",     "freopen",   "fscanf",
      "fseek",      "ftell",       "fwrite",    "getc",      "getchar",
      "gets",       "perror",      "printf",    "putc",      "putchar",
      "puts",       "remove",      "rename",    "rewind",    "scanf",
      "setbuf",     "setvbuf",     "snprintf",  "sprintf",   "sscanf",
      "tmpfile",    "tmpnam",      "ungetc",    "vfprintf",  "vprintf",
      "vsnprintf",  "vsprintf",    "memchr",    "memcmp",    "memcpy",
      "memmove",    "memset",      "strcat",    "strchr",    "strcmp",
      "strcpy",     "strlen",      "strncat",   "strncmp",   "strncpy",
      "strpbrk",    "strrchr",     "strspn",    "strstr",    "strtok",
      "accept",     "access",      "alarm",     "bind",      "brk",
      "chdir",      "clock",       "close",     "connect",   "daemon",
      "dup",        "execv",       "fork",      "fsync",     "getpid",
      "index",      "kill",        "link",      "listen",    "lseek",
      "mmap",       "munmap",      "open",      "pause",     "pipe",
      "poll",       "raise",       "read",      "recv",      "rindex",
      "sbrk",       "select",      "send",      "shutdown",  "signal",
      "sleep",      "socket",      "stat",      "sync",      "time",
      "times",      "truncate",    "unlink",    "wait",      "write",
      "ap_int",     "ap_uint",     "ap_fixed",  "ap_ufixed", "half"};
  return names.contains(name);
}

} // namespace talos::emit
