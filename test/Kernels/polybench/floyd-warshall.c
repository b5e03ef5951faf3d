/* floyd-warshall: lengths of the shortest paths between all nodes
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "polybench.h"

#define N SIZES(60, 180, 500, 2800, 5600)
#define PB_N BOUND(N, n)

static void init_array(int n, int path[N][N])
{
  int i0, i1;
  for (i0 = 0; i0 < n; i0++)
    for (i1 = 0; i1 < n; i1++)
      path[i0][i1] =
          (i0 + i1) % 13 == 0 || (i0 + i1) % 7 == 0 || (i0 + i1) % 11 == 0 ? 999 : i0 * i1 % 7 + 1;
}

static void kernel_floyd_warshall(int n, int path[N][N])
{
  int i, j, k;
  for (k = 0; k < PB_N; k++)
    for (i = 0; i < PB_N; i++)
      for (j = 0; j < PB_N; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j]
                         ? path[i][j]
                         : path[i][k] + path[k][j];
}

int main(void)
{
  static int path[N][N];
  init_array(N, path);
  kernel_floyd_warshall(N, path);
  print_bytes("path", path, sizeof(path));
  return 0;
}
