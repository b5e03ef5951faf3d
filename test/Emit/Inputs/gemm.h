// gemm: interface of the HLS kernel.
#ifndef GEMM_H
#define GEMM_H

#include <cstdint>
#include <hls_vector.h>

extern "C" void gemm(
    float alpha,
    float beta,
    float *C,
    const hls::vector<float, 2> *A,
    const float *B);

#endif // GEMM_H
