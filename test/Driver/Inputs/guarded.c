// A scalar that is written and read under the same guard, once an iteration of
// the outer loop: g++ cannot tell that it is always written before.
void guarded(float alpha, float A[11]) {
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < i + 2; j++)
      for (int k = i; k < j; k++) {
        A[7 - j] += 0.25f * A[i + 1];
        if ((0.25f * A[j] + 0.5f * alpha) > alpha)
          A[k] = 0.5f * (0.375f + 0.5f * A[k]) + 0.25f * A[i + i];
        else
          A[k] = 0.25f * (0.5f * alpha + 0.5f * A[2 * i]) * A[k + 2];
      }
    A[i] += 0.25f * (0.375f + 0.25f * alpha);
  }
}
