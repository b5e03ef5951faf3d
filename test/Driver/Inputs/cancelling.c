/* Bounds that their loops' shifts leave as they are: moved to start at 0, the
   inner loops run to ((j + 2) - (i + 2) + 1 + 1) / 2 and to (j + 2) - (i + 2),
   the last one inside of a loop that never runs. */
void cancelling(float A[12][12], float B[12]) {
  for (int i = 2; i < 6; i++)
    for (int j = 2; j < 12 - i; j++) {
      for (int k = i + 1; k < j + 2; k += 2)
        A[j][k] = A[j][k] + B[i];
      for (int k = i; k < j; k++)
        B[k + 1] = B[k + 1] * 0.5f + A[i][k];
    }
  for (int i = 2; i < 2; i++)
    for (int j = 2; j < 4 - i; j++)
      for (int k = i + 1; k < j + 2; k += 2)
        A[j][k] = A[j][k] + B[i];
}
