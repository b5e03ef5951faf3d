// Sums beside other reads of their array.

// No term reads what another one has stored: the read at j is of old values.
void terms_of_old_values(double A[11]) {
  for (int j = 1; j < 8; j++)
    A[1] += 0.25 * (0.5 * (0.5 * A[j + 2] - 0.5 * A[j]) +
                    0.25 * (0.25 * A[j + 1] + 0.5 * A[j + 1]));
}

// One element of the sums is read by all others.
void sums_that_feed(float A[14], float B[12][3][3], float c[11]) {
  for (int i = 0; i < 2; i++)
    for (int j = 2; j < 11; j++)
      A[j + 2] +=
          0.25f * (0.25f * A[5] + 0.5f * (0.5f * c[j - 1] * B[j - 2][2][2 - i]));
}

// A loop of one iteration carries nothing.
void one_iteration(unsigned A[17], unsigned B[33][16], unsigned c[16]) {
  for (int i = 2; i < 3; i++)
    for (int j = 2; j < 7; j++)
      B[j + 1][4] += (c[i - 1] - A[3]) - B[j + 2][j + 1];
  for (int k = 0; k < 2; k++)
    A[k] += B[k][k + 3] * A[2] - 5;
}

// Streams bring the old value of a sum to the block in which a tree adds its
// terms.
void old_value_of_a_tree(float A[5][8], float S[2][5]) {
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 2; k++)
        S[k][i] += 3.0f * A[i][j] * A[i][i];
}
