/* Four matrices at once, each through several ports: memory sets the pace. */
void updated(float a[64][128], float b[64][128], float c[64][128], float y[64][128]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 128; j++)
      y[i][j] = a[i][j] * b[i][j] + c[i][j];
}
