// Arrays that the shared loop k fills column by column.
#define N 12
#define M 10

// q is written whole before it is read.
void whole(float a[N][M + 1], float q[N][M]) {
  for (int k = 0; k < M; k++) {
    for (int i = 0; i < N; i++)
      q[i][k] = a[i][k] * 0.5f;
    for (int i = 0; i < N; i++)
      a[i][k + 1] = a[i][k + 1] - q[i][k] * q[0][k];
  }
}

// Column 3 of q keeps its value.
void left_out(float a[N][M + 1], float q[N][M]) {
  for (int k = 0; k < M; k++) {
    if (k < 3 || k > 3)
      for (int i = 0; i < N; i++)
        q[i][k] = a[i][k] * 0.5f;
    for (int i = 0; i < N; i++)
      a[i][k + 1] = a[i][k + 1] - q[i][k] * q[0][k];
  }
}

// All of q is written at last, but a column before it is read as it was.
void read_first(float a[N][M + 1], float q[N][M]) {
  for (int k = 0; k < M; k++) {
    for (int i = 0; i < N; i++)
      a[i][k + 1] = a[i][k + 1] - q[i][k] * a[0][k];
    for (int i = 0; i < N; i++)
      q[i][k] = a[i][k] * 0.5f;
  }
}
