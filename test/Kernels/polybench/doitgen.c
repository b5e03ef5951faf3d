/* doitgen: A(r,q,:) = A(r,q,:) C4
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define NQ SIZES(8, 20, 40, 140, 220)
#define NR SIZES(10, 25, 50, 150, 250)
#define NP SIZES(12, 30, 60, 160, 270)
#define PB_NQ BOUND(NQ, nq)
#define PB_NR BOUND(NR, nr)
#define PB_NP BOUND(NP, np)

static void init_array(int nq, int nr, int np, DATA_TYPE A[NR][NQ][NP],
                       DATA_TYPE C4[NP][NP], DATA_TYPE sum[NP])
{
  int i0, i1, i2;
  for (i0 = 0; i0 < nr; i0++)
    for (i1 = 0; i1 < nq; i1++)
      for (i2 = 0; i2 < np; i2++)
        A[i0][i1][i2] = (DATA_TYPE)((i0 * i1 + i2) % np) / np;
  for (i0 = 0; i0 < np; i0++)
    for (i1 = 0; i1 < np; i1++)
      C4[i0][i1] = (DATA_TYPE)(i0 * i1 % np) / np;
  for (i0 = 0; i0 < np; i0++)
    sum[i0] = 0;
}

static void kernel_doitgen(int nq, int nr, int np, DATA_TYPE A[NR][NQ][NP],
                           DATA_TYPE C4[NP][NP], DATA_TYPE sum[NP])
{
  int r, q, p, s;
  for (r = 0; r < PB_NR; r++)
    for (q = 0; q < PB_NQ; q++) {
      for (p = 0; p < PB_NP; p++) {
        sum[p] = SCALAR(0.0);
        for (s = 0; s < PB_NP; s++)
          sum[p] += A[r][q][s] * C4[s][p];
      }
      for (p = 0; p < PB_NP; p++)
        A[r][q][p] = sum[p];
    }
}

int main(void)
{
  static DATA_TYPE A[NR][NQ][NP];
  static DATA_TYPE C4[NP][NP];
  static DATA_TYPE sum[NP];
  init_array(NQ, NR, NP, A, C4, sum);
  kernel_doitgen(NQ, NR, NP, A, C4, sum);
  print_bytes("A", A, sizeof(A));
  return 0;
}
