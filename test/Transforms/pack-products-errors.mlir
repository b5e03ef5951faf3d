// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-pack-products

// expected-error @below {{function 'none' has no 'hls.target'; run hls-attach-target first}}
func.func @none() attributes {hls.top} {
  return
}
