// Two readers of a matrix that a small device does not hold: by rows, and by
// columns.
void pair(float A[512][512], float x[512], float y[512], float u[512],
          float v[512]) {
  for (int i = 0; i < 512; i++)
    for (int k = 0; k < 512; k++)
      x[i] += A[i][k] * y[k];
  for (int i = 0; i < 512; i++)
    for (int k = 0; k < 512; k++)
      u[i] += A[k][i] * v[k];
}
