#define N 60
#define M 24

/* Products on one side of the diagonal, sums in the order of k. */
void gram(float c[N][N], float a[M][N], float w[M]) {
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++)
      for (int k = 0; k < M; k++)
        c[i][j] += w[k] * a[k][i] * a[k][j];
}

/* Without the diagonal: the last row has no element. */
void strict(float c[N][N], float a[N][M], float b[N][M]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < M; k++)
        c[i][j] = c[i][j] - a[i][k] * b[j][k];
}

/* A band: each row has its own first and last element. */
void band(float c[N][N], float x[N], float y[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (j >= i - 7 && j <= i + 4)
        c[i][j] = c[i][j] * x[i] + y[j];
}

/* A third loop between the two. */
void slices(float c[N][5][N], float a[N], float b[N]) {
  for (int i = 0; i < N; i++)
    for (int p = 0; p < 5; p++)
      for (int j = 0; j <= i; j++)
        c[i][p][j] = c[i][p][j] + a[i] * b[j];
}

/* The sum itself starts at the row: quarters of k have their own rows. */
void behind(float c[N][M], float a[N][N], float b[N][M]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      for (int k = i; k < N; k++)
        c[i][j] = c[i][j] + a[k][i] * b[k][j];
}

/* Terms of integers may come in any order. */
void counts(int c[N][N], int a[M][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < M; k++)
        c[i][j] += a[k][i] * a[k][j];
}
