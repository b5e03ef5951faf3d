/* The taps of a window, i3, are written out; of what a copy adds to T, the next
   one reads elements, in either branch of its condition. */
void taps(int T[8][5], int sums[17][12]) {
  for (int i1 = 1; i1 < 5; i1++)
    for (int i2 = 7; i2 >= 1; --i2)
      for (int i3 = 7; i3 >= 5; --i3) {
        if (i1 <= 2 && i3 < i2 - 1)
          sums[i2][i1] += 1;
        else
          sums[i2][i2] += T[i3 - 1][i1 - 1];
        T[i2 - 1][i1 - 1] -= sums[i3 + i2][i2 + 2];
      }
}
