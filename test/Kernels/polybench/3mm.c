/* 3mm: G = (A B) (C D)
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define NI SIZES(16, 40, 180, 800, 1600)
#define NJ SIZES(18, 50, 190, 900, 1800)
#define NK SIZES(20, 60, 200, 1000, 2000)
#define NL SIZES(22, 70, 210, 1100, 2200)
#define NM SIZES(24, 80, 220, 1200, 2400)
#define PB_NI BOUND(NI, ni)
#define PB_NJ BOUND(NJ, nj)
#define PB_NK BOUND(NK, nk)
#define PB_NL BOUND(NL, nl)
#define PB_NM BOUND(NM, nm)

static void init_array(int ni, int nj, int nk, int nl, int nm,
                       DATA_TYPE E[NI][NJ], DATA_TYPE A[NI][NK],
                       DATA_TYPE B[NK][NJ], DATA_TYPE F[NJ][NL],
                       DATA_TYPE C[NJ][NM], DATA_TYPE D[NM][NL],
                       DATA_TYPE G[NI][NL])
{
  int i0, i1;
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nj; i1++)
      E[i0][i1] = 0;
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nk; i1++)
      A[i0][i1] = (DATA_TYPE)((i0 * i1 + 1) % ni) / (5 * ni);
  for (i0 = 0; i0 < nk; i0++)
    for (i1 = 0; i1 < nj; i1++)
      B[i0][i1] = (DATA_TYPE)((i0 * (i1 + 1) + 2) % nj) / (5 * nj);
  for (i0 = 0; i0 < nj; i0++)
    for (i1 = 0; i1 < nl; i1++)
      F[i0][i1] = 0;
  for (i0 = 0; i0 < nj; i0++)
    for (i1 = 0; i1 < nm; i1++)
      C[i0][i1] = (DATA_TYPE)(i0 * (i1 + 3) % nl) / (5 * nl);
  for (i0 = 0; i0 < nm; i0++)
    for (i1 = 0; i1 < nl; i1++)
      D[i0][i1] = (DATA_TYPE)((i0 * (i1 + 2) + 2) % nk) / (5 * nk);
  for (i0 = 0; i0 < ni; i0++)
    for (i1 = 0; i1 < nl; i1++)
      G[i0][i1] = 0;
}

static void kernel_3mm(int ni, int nj, int nk, int nl, int nm,
                       DATA_TYPE E[NI][NJ], DATA_TYPE A[NI][NK],
                       DATA_TYPE B[NK][NJ], DATA_TYPE F[NJ][NL],
                       DATA_TYPE C[NJ][NM], DATA_TYPE D[NM][NL],
                       DATA_TYPE G[NI][NL])
{
  int i, j, k;
  for (i = 0; i < PB_NI; i++)
    for (j = 0; j < PB_NJ; j++) {
      E[i][j] = SCALAR(0.0);
      for (k = 0; k < PB_NK; k++)
        E[i][j] += A[i][k] * B[k][j];
    }
  for (i = 0; i < PB_NJ; i++)
    for (j = 0; j < PB_NL; j++) {
      F[i][j] = SCALAR(0.0);
      for (k = 0; k < PB_NM; k++)
        F[i][j] += C[i][k] * D[k][j];
    }
  for (i = 0; i < PB_NI; i++)
    for (j = 0; j < PB_NL; j++) {
      G[i][j] = SCALAR(0.0);
      for (k = 0; k < PB_NJ; k++)
        G[i][j] += E[i][k] * F[k][j];
    }
}

int main(void)
{
  static DATA_TYPE E[NI][NJ];
  static DATA_TYPE A[NI][NK];
  static DATA_TYPE B[NK][NJ];
  static DATA_TYPE F[NJ][NL];
  static DATA_TYPE C[NJ][NM];
  static DATA_TYPE D[NM][NL];
  static DATA_TYPE G[NI][NL];
  init_array(NI, NJ, NK, NL, NM, E, A, B, F, C, D, G);
  kernel_3mm(NI, NJ, NK, NL, NM, E, A, B, F, C, D, G);
  print_bytes("G", G, sizeof(G));
  return 0;
}
