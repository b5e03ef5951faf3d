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

// Rows of a copy are filled up, those of the array are not.
void apart(const float x[5], float y[5], const float u[5], float P[5][5]) {
  for (int i = 0; i < 5; ++i)
    y[i] = 3.0f * x[i];
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      P[i][j] = x[i] * u[j] + x[i] * x[0];
}
