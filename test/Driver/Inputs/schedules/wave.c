void wave(float A[20][32]) {
  for (int t = 1; t < 20; t++)
    for (int i = 1; i < 31; i++)
      A[t][i] = (A[t - 1][i - 1] + A[t - 1][i + 1]) * 0.5f + A[t][i - 1];
}
