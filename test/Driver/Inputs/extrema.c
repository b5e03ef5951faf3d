/* Maxima and minima of integers, whose terms a tree combines. */
#include <stdint.h>

#define N 24
#define M 40

/* Cheapest way to multiply a chain of matrices: the reduction reads rows and
 * columns of the array that it writes. */
void chain(const int d[N + 1], int cost[N][N]) {
  for (int e = 1; e < N; e++)
    for (int i = 0; i < N - e; i++)
      for (int k = 0; k < N - 1; k++)
        if (k >= i && k < i + e) {
          int c = cost[i][k] + cost[k + 1][i + e] +
                  d[i] * d[k + 1] * d[i + e + 1];
          cost[i][i + e] = c < cost[i][i + e] ? c : cost[i][i + e];
        }
}

/* The widest bottleneck of two steps. */
void widest(const uint16_t a[N][M], const uint16_t b[M][N], uint16_t w[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < M; k++) {
        uint16_t step = a[i][k] < b[k][j] ? a[i][k] : b[k][j];
        w[i][j] = step > w[i][j] ? step : w[i][j];
      }
}

/* A running maximum under a condition on two loops. */
void behind(const int8_t x[N][M], int8_t best[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      if (j >= 2 * i)
        best[i] = x[i][j] >= best[i] ? x[i][j] : best[i];
}

/* Values above the sign bit, and a condition that never holds for some i. */
void unsignedLeast(const uint32_t x[N][M], uint32_t least[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      if (i + j >= 30 && j < 35)
        least[i] = x[i][j] + 2147483648u < least[i] ? x[i][j] + 2147483648u
                                                    : least[i];
}

/* Two reductions at once, each with a condition of its own. */
void blocks(const int x[N][6][7], int most[N]) {
  for (int i = 0; i < N; i++)
    for (int r = 0; r < 6; r++)
      for (int s = 0; s < 7; s++)
        if (r >= i - 18 && s <= i)
          most[i] = x[i][r][s] > most[i] ? x[i][r][s] : most[i];
}

/* What it reads may be what it wrote before: no tree. */
void ladder(int x[M]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M - 1; j++)
      x[0] = x[j + 1] - x[0] > x[0] ? x[j + 1] - x[0] : x[0];
}

/* The order matters to the last bit where NaN and zeros of two signs may be. */
void floating(const float x[N][M], float best[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      best[i] = __builtin_fmaxf(best[i], x[i][j]);
}
