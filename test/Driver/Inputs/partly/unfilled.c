/* Local arrays that nothing writes, as what would never runs, and parts that
   read them: under a condition that no element meets, and in an empty loop. */
void unfilled(short A[6], short x[6]) {
  short selected[6], table[6];
  for (int i = 2; i < 2; i++)
    table[i] = A[i];
  for (int i = 0; i < 6; i++)
    if (A[i] > 32766)
      x[i] = selected[i];
  for (int i = 0; i < 6; i++) {
    x[i] += A[i];
    for (int j = 0; j < i; j++)
      x[A[j] & 3] += x[j];
    for (int j = i; j < i; j++)
      x[A[i] & 3] = table[j];
    for (int j = 0; j < i; j++)
      x[j] += x[j + 1];
  }
}
