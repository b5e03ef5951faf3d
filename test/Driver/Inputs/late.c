/* A product, and a larger array that is needed after it alone. */
#define N 192
#define M 512
void late(float a[N][N], float b[N][N], float c[M][N], float t[N][N],
          float w[N], float y[M]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      t[i][j] = 0.0f;
      for (int k = 0; k < N; k++)
        t[i][j] += a[i][k] * b[k][j];
    }
  for (int j = 0; j < N; j++) {
    w[j] = 0.0f;
    for (int i = 0; i < N; i++)
      w[j] += t[i][j];
  }
  for (int i = 0; i < M; i++) {
    y[i] = 0.0f;
    for (int j = 0; j < N; j++)
      y[i] += c[i][j] * w[j];
  }
}
