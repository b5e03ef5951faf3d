// HLS directives of the source become attributes.
// RUN: hls-translate --import-c %s 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=LEFT < %t

// CHECK: func.func @pragmas(%{{.*}}: memref<16xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem0", width = 32>, hls.name = "a"}, %{{.*}}: f32 {hls.interface = #hls.interface<s_axilite>, hls.name = "s"})
// CHECK: memref.alloca() {hls.name = "t", hls.partition = #hls.partition<[<none>, <cyclic, 4>]>}
// LEFT: pragmas.c:[[#@LINE+4]]:1: remark: #pragma HLS dataflow is left out: a function has no attribute for it
void pragmas(float a[16], float s) {
#pragma HLS interface m_axi port=a bundle=gmem0
#pragma HLS INTERFACE mode=s_axilite port=s
#pragma HLS dataflow
  float t[2][8];
#pragma HLS array_partition variable=t cyclic factor=4 dim=2
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 8; j++) {
#pragma HLS unroll factor=4
      t[i][j] = a[8 * i + j] * s;
    }
    // CHECK: {hls.name = "j", hls.unroll = #hls.unroll<factor = 4>}
  }
  // CHECK: {hls.name = "i"}
  for (int i = 0; i < 16; i++) {
#pragma HLS pipeline II=2
    a[i] = t[i / 8][i % 8];
  }
  // CHECK: {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 2>}
}
