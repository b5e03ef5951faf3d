/* Tables over intervals: each element needs all that begin or end with it.
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
enum { N = 48, M = 36 };

/* The least of the greatest parts, rows from the last one up. */
void least_part(unsigned best[N][N], const unsigned weight[N]) {
  for (int i = N - 1; i >= 0; --i)
    for (int j = i + 1; j < N; ++j) {
      unsigned own = weight[i] + weight[j];
      best[i][j] = best[i][j] > own ? best[i][j] : own;
      for (int k = i; k < j; ++k) {
        unsigned parts = best[i][k] > best[k + 1][j] ? best[i][k] : best[k + 1][j];
        best[i][j] = best[i][j] < parts ? best[i][j] : parts;
      }
    }
}

/* Columns from the first one on, and a product of both ends. */
void widest_span(int span[M][M], const int x[M], const int y[M]) {
  for (int j = 1; j < M; ++j)
    for (int i = j - 1; i >= 0; --i) {
      span[i][j] = span[i + 1][j] > span[i][j - 1] ? span[i + 1][j] : span[i][j - 1];
      for (int k = i + 1; k < j; ++k) {
        int joined = span[i][k] + 2 * span[k][j];
        span[i][j] = span[i][j] > joined ? span[i][j] : joined;
      }
      span[i][j] += x[i] * y[j];
    }
}

/* A vector that slides along with t. */
void sliding(int r[N], int s[N], const int b[2 * N]) {
  for (int t = 0; t < N; ++t) {
    for (int i = 0; i < N; ++i)
      s[i] = 3 * r[i] + b[i + t];
    for (int i = 0; i < N; ++i)
      r[i] = s[i] / 2 - s[0];
  }
}

/* The same, read backwards, and a sum over what the vector has passed. */
void falling(int r[N], int s[N], const int b[2 * N]) {
  for (int t = 0; t < N; ++t) {
    for (int i = 0; i < N; ++i)
      s[i] = 3 * r[i] + b[t + N - i];
    for (int i = 0; i < N; ++i)
      r[i] = s[i] / 2 - s[0];
  }
}

void convolution(float out[N], const float a[N], const float b[N]) {
  float last = 0.0f;
  for (int t = 0; t < N; ++t) {
    float sum = last;
    for (int i = 0; i <= t; ++i)
      sum += a[t - i] * b[i];
    last = 0.25f * sum;
    out[t] = last;
  }
}

/* Diagonals, of elements three rows apart. */
void bands(int g[N][N], int s[N]) {
  for (int e = 1; e < N - 3; ++e) {
    for (int i = 0; i < N - 4; ++i)
      if (i < N - 3 - e)
        g[i][i + e] = g[i][i + e - 1] + s[i] * g[i + 3][i + e - 1];
    for (int i = 0; i < N - 4; ++i)
      if (i < N - 3 - e)
        s[i] = s[i] > g[i][i + e] ? s[i] - 1 : g[i][i + e];
  }
}
