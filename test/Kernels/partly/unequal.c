/* unequal: conditions that split domains, around loops; all of it is affine
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 12

void init_array(float A[N][N], float x[N])
{
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 5 + 1) / 5;
    for (int j = 0; j < N; j++)
      A[i][j] = (float)((i * j + 3) % 7) / 7;
  }
}

void unequal(float A[N][N], float x[N])
{
  for (int i = 0; i < N; i++)
    if (i != 3 && i < 9)
      for (int j = 0; j < N; j++)
        A[i][j] += x[j];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i != 3 && j != 4 && j != i)
        for (int k = 0; k < N; k++)
          A[i][j] -= x[k] * x[i];
}
