/* A product uses the matrix of the one before it, and waits for its results. */
#define N 64
void products(float A[N][N], float B[N][N], float C[N][N], float D[N][N])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      C[i][j] = 0.0f;
      for (int k = 0; k < N; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      D[i][j] = 0.0f;
      for (int k = 0; k < N; k++)
        D[i][j] += A[i][k] * C[k][j];
    }
}
