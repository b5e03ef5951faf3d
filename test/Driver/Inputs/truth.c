// Truth values: a byte that is neither 0 nor 1 is no bool of C.
#include <stdbool.h>
void truth(bool negate, const bool A[24], bool B[24][2]) {
  for (int i = 0; i < 24; i++) {
    B[i][0] = !A[i];
    B[i][1] = A[i] != negate;
  }
}
