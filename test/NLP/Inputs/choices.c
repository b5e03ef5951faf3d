void choices(short A[9][11][6], short B[9][10][9], short new[9][10]) {
  for (int i0 = 0; i0 < 1; i0++) {
    if (i0 >= 1) {
      for (int i1 = i0 + 2; i1 < 5; i1++) {
        for (int i2 = 1; i2 < i1 + 1; i2++) {
          for (int i3 = i2 + 2; i3 < 1 - i0; i3++) {
            B[i1][i0 + 1][i2] = B[i0][i3 + 1][i2 + 1];
          }
        }
      }
      for (int i4 = i0; i4 < i0 + 2; i4++) {
        for (int i5 = 2; i5 < i4 + 2; i5++) {
          A[i0][i5 + 2][i5] += ((A[i5][i5 + 2][i4] - 3) + (A[i0 + i0][i0][i5] + new[0][i5 + 1]));
        }
        short t6 = (7 + new[i4][2]);
      }
    }
    A[1][i0 + 2][i0 + 1] += (new[i0][i0] - 3);
  }
  for (int i7 = 2; i7 >= 0; --i7) {
    short t8 = (new[i7][i7] + B[3 - i7][i7][i7]);
    if (i7 >= 2) {
      for (int i9 = 2; i9 < 4; i9++) {
        for (int i10 = 2; i10 < i9 + 1; i10++) {
          new[i9 - 2][i9 + 1] = t8;
          B[3 - i7][i7 + 1][i10] += ((t8 - 3) + (new[i7][i9] < new[3 - i7][i7 + 1] ? new[i7][i9] : new[3 - i7][i7 + 1]));
        }
        short t11 = (t8 + A[i9][i9 + 3][i9]);
      }
    }
  }
  for (int i12 = 2; i12 < 8; i12++) {
    new[i12][i12 + 1] += ((A[i12][i12 + 2][1] > B[i12][i12 + 1][i12] ? A[i12][i12 + 2][1] : B[i12][i12 + 1][i12]) - 3);
  }
  for (int last = 0; last < 2; last++) {
    new[last][last + 1] += (B[3][last + 1][last + 2] < new[last + 1][last] ? B[3][last + 1][last + 2] : new[last + 1][last]);
  }
}

