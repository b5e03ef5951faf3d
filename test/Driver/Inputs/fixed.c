/* What the condition i == 6 fixes is an iterator all the same: the last write to
   B[2] before it is that of i == 5, although the one of i < 5 is in the same
   loop, too. */
void fixed(short B[9], short C[8]) {
  for (int i = 2; i < 8; i++)
    for (int j = 1; j < i; j++) {
      if (i >= 5 && i == 6)
        C[j] += B[8 - i];
      else
        B[j] = B[i - 1] + 3;
    }
}
