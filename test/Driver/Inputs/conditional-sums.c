/* Sums of terms under conditions. */
#define N 24
#define M 40

/* Back substitution by rows: each x needs all later ones. */
void back(const float U[N][N], const float b[N], float x[N]) {
  for (int i = N - 1; i >= 0; i--) {
    float w = b[i];
    for (int j = i + 1; j < N; j++)
      w -= U[i][j] * x[j];
    x[i] = w / (N + U[i][i]);
  }
}

/* A band of a matrix times a vector. */
void band(const float A[N][M], const float x[M], float y[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      if (j >= i && j < i + 9)
        y[i] += A[i][j] * x[j];
}

/* In double precision, over two loops with a condition each. */
void blocks(const double x[N][6][7], double sum[N]) {
  for (int i = 0; i < N; i++)
    for (int r = 0; r < 6; r++)
      for (int s = 0; s < 7; s++)
        if (r >= i - 18 && s <= i)
          sum[i] = x[i][r][s] * x[i][r][s] + sum[i];
}
