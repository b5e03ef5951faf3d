# Precompiled headers of LLVM, MLIR and Clang alone: a file that includes MLIR
# compiles two to three times faster with them. Headers of the project stay out,
# so that a change recompiles what includes it and nothing else.
# -DTALOS_PCH=OFF builds without, which shows a missing #include.
option(TALOS_PCH "Precompile headers of MLIR and Clang" ON)

# talos_precompile(<kind> <headers>...) makes the precompiled header `kind`.
function(talos_precompile kind)
  if(NOT TALOS_PCH)
    return()
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/pch/${kind}.cpp "")
  add_library(talos_pch_${kind} OBJECT ${PROJECT_BINARY_DIR}/pch/${kind}.cpp)
  target_precompile_headers(talos_pch_${kind} PRIVATE ${ARGN})
endfunction()

# talos_use_pch(<target> <kind>)
function(talos_use_pch target kind)
  if(TARGET talos_pch_${kind})
    target_precompile_headers(${target} REUSE_FROM talos_pch_${kind})
    target_compile_options(${target} PRIVATE -fPIC) # as the header: no -fPIE
  endif()
endfunction()

if(TALOS_PCH AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # The cache compares the header's text and what it includes, not its age.
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()

set(TALOS_MLIR_HEADERS
  <mlir/Dialect/Affine/IR/AffineOps.h>
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/IR/Builders.h>
  <mlir/Pass/Pass.h>
  <llvm/ADT/STLExtras.h>)
talos_precompile(mlir ${TALOS_MLIR_HEADERS})
talos_precompile(clang ${TALOS_MLIR_HEADERS}
  <clang/AST/ASTContext.h>
  <clang/AST/Expr.h>
  <clang/AST/Stmt.h>
  <clang/Basic/SourceManager.h>
  <clang/Lex/Lexer.h>)
