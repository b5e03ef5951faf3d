void bursts(float A[360][320], float x[320], float B[360][416], float y[416]) {
  float t[360];
  for (int i = 0; i < 360; i++) {
    t[i] = 0.0f;
    for (int k = 0; k < 320; k++)
      t[i] += A[i][k] * x[k];
  }
  for (int j = 0; j < 416; j++)
    for (int i = 0; i < 360; i++)
      y[j] += B[i][j] * t[i];
}
