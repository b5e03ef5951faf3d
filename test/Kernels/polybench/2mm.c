/* 2mm: D = alpha A B C + beta D
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define NI SIZES(16, 40, 180, 800, 1600)
#define NJ SIZES(18, 50, 190, 900, 1800)
#define NK SIZES(22, 70, 210, 1100, 2200)
#define NL SIZES(24, 80, 220, 1200, 2400)
#define PB_NI BOUND(NI, ni)
#define PB_NJ BOUND(NJ, nj)
#define PB_NK BOUND(NK, nk)
#define PB_NL BOUND(NL, nl)

static void init_array(int ni, int nj, int nk, int nl, DATA_TYPE *alpha,
                       DATA_TYPE *beta, DATA_TYPE tmp[NI][NJ],
                       DATA_TYPE A[NI][NK], DATA_TYPE B[NK][NJ],
                       DATA_TYPE C[NJ][NL], DATA_TYPE D[NI][NL])
{
  int i0, i1;
  *alpha = 1.5;
  *beta = 1.2;
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nj; i1++)
      tmp[i0][i1] = 0;
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nk; i1++)
      A[i0][i1] = (DATA_TYPE)((i0 * i1 + 1) % ni) / ni;
  for (i0 = 0; i0 < nk; i0++)
    for (i1 = 0; i1 < nj; i1++)
      B[i0][i1] = (DATA_TYPE)(i0 * (i1 + 1) % nj) / nj;
  for (i0 = 0; i0 < nj; i0++)
    for (i1 = 0; i1 < nl; i1++)
      C[i0][i1] = (DATA_TYPE)((i0 * (i1 + 3) + 1) % nl) / nl;
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nl; i1++)
      D[i0][i1] = (DATA_TYPE)(i0 * (i1 + 2) % nk) / nk;
}

static void kernel_2mm(int ni, int nj, int nk, int nl, DATA_TYPE alpha,
                       DATA_TYPE beta, DATA_TYPE tmp[NI][NJ],
                       DATA_TYPE A[NI][NK], DATA_TYPE B[NK][NJ],
                       DATA_TYPE C[NJ][NL], DATA_TYPE D[NI][NL])
{
  int i, j, k;
  for (i = 0; i < PB_NI; i++)
    for (j = 0; j < PB_NJ; j++) {
      tmp[i][j] = SCALAR(0.0);
      for (k = 0; k < PB_NK; k++)
        tmp[i][j] += alpha * A[i][k] * B[k][j];
    }
  for (i = 0; i < PB_NI; i++)
    for (j = 0; j < PB_NL; j++) {
      D[i][j] *= beta;
      for (k = 0; k < PB_NJ; k++)
        D[i][j] += tmp[i][k] * C[k][j];
    }
}

int main(void)
{
  static DATA_TYPE tmp[NI][NJ];
  static DATA_TYPE A[NI][NK];
  static DATA_TYPE B[NK][NJ];
  static DATA_TYPE C[NJ][NL];
  static DATA_TYPE D[NI][NL];
  DATA_TYPE alpha;
  DATA_TYPE beta;
  init_array(NI, NJ, NK, NL, &alpha, &beta, tmp, A, B, C, D);
  kernel_2mm(NI, NJ, NK, NL, alpha, beta, tmp, A, B, C, D);
  print_bytes("D", D, sizeof(D));
  return 0;
}
