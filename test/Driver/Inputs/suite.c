/* A program of a benchmark suite: the kernel is static, main uses a library that
 * is not there, sizes are macros and parameters at once. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "suite.h"

static void init_array(int m, int n, DATA_TYPE *alpha,
                       DATA_TYPE ARRAY_2D(A, M, N, m, n),
                       DATA_TYPE ARRAY_1D(x, N, n)) {
  int i, j;
  *alpha = 1.5;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++)
      A[i][j] = (DATA_TYPE)((i * j + 1) % m) / m;
  for (i = 0; i < n; i++)
    x[i] = 1 + i / (DATA_TYPE)n;
}

static void print_array(int m, DATA_TYPE ARRAY_1D(y, M, m)) {
  int i;
  fprintf(stderr, "begin dump: %s", "y");
  for (i = 0; i < m; i++)
    fprintf(stderr, "%0.2f ", y[i]);
}

static void kernel_suite(int m, int n, DATA_TYPE alpha,
                         DATA_TYPE ARRAY_2D(A, M, N, m, n),
                         DATA_TYPE ARRAY_1D(x, N, n),
                         DATA_TYPE ARRAY_1D(y, M, m)) {
  int i, j;
#pragma scop
  for (i = 0; i < BOUND_M; i++) {
    y[i] = SCALAR_VAL(0.0);
    for (j = 0; j < BOUND_N; j++)
      y[i] += alpha * A[i][j] * x[j];
  }
#pragma endscop
}

int main(int argc, char **argv) {
  int m = M, n = N;
  DATA_TYPE alpha;
  DATA_TYPE(*A)[M + 0][N + 0] =
      (DATA_TYPE(*)[M + 0][N + 0]) suite_alloc(M * N, sizeof(DATA_TYPE));
  DATA_TYPE(*x)[N + 0] = (DATA_TYPE(*)[N + 0]) suite_alloc(N, sizeof(DATA_TYPE));
  DATA_TYPE(*y)[M + 0] = (DATA_TYPE(*)[M + 0]) suite_alloc(M, sizeof(DATA_TYPE));
  init_array(m, n, &alpha, *A, *x);
  suite_start();
  kernel_suite(m, n, alpha, *A, *x, *y);
  if (argc > 42 && !strcmp(argv[0], ""))
    print_array(m, *y);
  return 0;
}
