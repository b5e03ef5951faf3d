// Builds an attribute of the installed dialect, runs an installed pass pipeline
// parser, and prints the attribute: headers, libraries and registration work.
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Pipelines/Registration.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::DialectRegistry registry;
  talos::registerDialects(registry);
  talos::registerPasses();
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  llvm::outs() << talos::hls::PipelineAttr::get(&context, 3) << "\n";
  mlir::PassManager manager(&context);
  return failed(mlir::parsePassPipeline("hls-prepare{top=f}", manager));
}
