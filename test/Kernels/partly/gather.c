/* gather: a product, its rows gathered, and a product again
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 16

void init_array(int index[N], float A[N][N], float B[N][N], float C[N][N],
                float D[N][N], float E[N][N])
{
  for (int i = 0; i < N; i++) {
    index[i] = (i * 5 + 2) % N;
    for (int j = 0; j < N; j++) {
      A[i][j] = (float)((i * j + 1) % N) / N;
      B[i][j] = (float)((i + 2 * j) % N) / N;
      C[i][j] = -1;
      D[i][j] = (float)((3 * i + j) % N) / N;
      E[i][j] = -1;
    }
  }
}

void gather(int index[N], float A[N][N], float B[N][N], float C[N][N],
            float D[N][N], float E[N][N])
{
  float gathered[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      C[i][j] = 0;
      for (int k = 0; k < N; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      gathered[i][j] = C[index[i]][j];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      E[i][j] = 0;
      for (int k = 0; k < N; k++)
        E[i][j] += gathered[i][k] * D[k][j];
    }
}
