/* spmv: sparse matrix (CSR) times vector; nothing of it is affine
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#define N 24
#define NONZEROS 96

void init_array(int row[N + 1], int col[NONZEROS], float val[NONZEROS],
                float x[N], float y[N])
{
  for (int i = 0; i <= N; i++)
    row[i] = i * 4 - i % 3;
  for (int k = 0; k < NONZEROS; k++) {
    col[k] = (k * 5 + 3) % N;
    val[k] = (float)(k % 11 + 1) / 11;
  }
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 5 + 1) / 5;
    y[i] = -1;
  }
}

void spmv(int row[N + 1], int col[NONZEROS], float val[NONZEROS], float x[N],
          float y[N])
{
  for (int i = 0; i < N; i++) {
    float sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}
