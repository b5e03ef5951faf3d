/* gemm: C = alpha A B + beta C
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define NI SIZES(20, 60, 200, 1000, 2000)
#define NJ SIZES(25, 70, 220, 1100, 2300)
#define NK SIZES(30, 80, 240, 1200, 2600)
#define PB_NI BOUND(NI, ni)
#define PB_NJ BOUND(NJ, nj)
#define PB_NK BOUND(NK, nk)

static void init_array(int ni, int nj, int nk, DATA_TYPE *alpha,
                       DATA_TYPE *beta, DATA_TYPE C[NI][NJ],
                       DATA_TYPE A[NI][NK], DATA_TYPE B[NK][NJ])
{
  int i0, i1;
  *alpha = 1.5;
  *beta = 1.2;
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nj; i1++)
      C[i0][i1] = (DATA_TYPE)((i0 * i1 + 1) % ni) / ni;
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nk; i1++)
      A[i0][i1] = (DATA_TYPE)(i0 * (i1 + 1) % nk) / nk;
  for (i0 = 0; i0 < nk; i0++)
    for (i1 = 0; i1 < nj; i1++)
      B[i0][i1] = (DATA_TYPE)(i0 * (i1 + 2) % nj) / nj;
}

static void kernel_gemm(int ni, int nj, int nk, DATA_TYPE alpha, DATA_TYPE beta,
                        DATA_TYPE C[NI][NJ], DATA_TYPE A[NI][NK],
                        DATA_TYPE B[NK][NJ])
{
  int i, j, k;
  for (i = 0; i < PB_NI; i++) {
    for (j = 0; j < PB_NJ; j++)
      C[i][j] *= beta;
    for (k = 0; k < PB_NK; k++)
      for (j = 0; j < PB_NJ; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}

int main(void)
{
  static DATA_TYPE C[NI][NJ];
  static DATA_TYPE A[NI][NK];
  static DATA_TYPE B[NK][NJ];
  DATA_TYPE alpha;
  DATA_TYPE beta;
  init_array(NI, NJ, NK, &alpha, &beta, C, A, B);
  kernel_gemm(NI, NJ, NK, alpha, beta, C, A, B);
  print_bytes("C", C, sizeof(C));
  return 0;
}
