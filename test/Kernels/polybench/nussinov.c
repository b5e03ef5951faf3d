/* nussinov: most base pairs in the folding of a sequence
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(60, 180, 500, 2500, 5500)
#define PB_N BOUND(N, n)

/* A base is one of 0 to 3; those that add up to 3 pair. */
typedef char base;
#define MATCH(a, b) ((a) + (b) == 3 ? 1 : 0)
#define MAX(a, b) ((a) >= (b) ? (a) : (b))

static void init_array(int n, base seq[N], int table[N][N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    seq[i0] = (base)((i0 + 1) % 4);
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      table[i0][i1] = 0;
}

static void kernel_nussinov(int n, base seq[N], int table[N][N])
{
  int i, j, k;
  for (i = PB_N - 1; i >= 0; i--)
    for (j = i + 1; j < PB_N; j++) {
      if (j - 1 >= 0)
        table[i][j] = MAX(table[i][j], table[i][j - 1]);
      if (i + 1 < PB_N)
        table[i][j] = MAX(table[i][j], table[i + 1][j]);
      if (j - 1 >= 0 && i + 1 < PB_N) {
        /* Neighbours do not pair. */
        if (i < j - 1)
          table[i][j] =
              MAX(table[i][j], table[i + 1][j - 1] + MATCH(seq[i], seq[j]));
        else
          table[i][j] = MAX(table[i][j], table[i + 1][j - 1]);
      }
      for (k = i + 1; k < j; k++)
        table[i][j] = MAX(table[i][j], table[i][k] + table[k + 1][j]);
    }
}

int main(void)
{
  static base seq[N];
  static int table[N][N];
  init_array(N, seq, table);
  kernel_nussinov(N, seq, table);
  print_bytes("table", table, sizeof(table));
  return 0;
}
