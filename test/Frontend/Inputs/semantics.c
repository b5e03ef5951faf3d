/* What C means, bit for bit: every function here is imported, lowered, run and
 * compared with gcc's. Inputs are arbitrary; the code keeps them defined. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Small integers are computed as int and cut when they are stored. */
void test_promotion(signed char a[16], unsigned char b[16], short c[16],
                    unsigned short d[16], int out[16], unsigned char cut[16])
{
  for (int i = 0; i < 16; i++) {
    out[i] = a[i] * b[i] + (c[i] >> 2) - d[i] % 7;
    cut[i] = a[i] + b[i];
    c[i] += a[i];
    d[i]++;
    a[i] = -a[i];
    b[i] = ~b[i] << 1;
  }
}

/* A double literal makes the expression double. */
void test_literals(float a[16], float b[16], double c[16])
{
  for (int i = 0; i < 16; i++) {
    b[i] = 0.1 * a[i] + 0.7f;
    c[i] = 0.1f * a[i];
    a[i] *= 0.3;
    a[i] = a[i] / 3 - 1;
  }
}

/* Unsigned and signed numbers of the same width meet as unsigned. */
void test_signs(int a[16], unsigned b[16], int out[16], unsigned long c[16])
{
  for (int i = 0; i < 16; i++) {
    out[i] = (a[i] < b[i]) + 2 * (a[i] < (int)b[i]) + 4 * (a[i] > -1);
    b[i] = b[i] / 3u + (unsigned)a[i] % 5u + (b[i] >> 3);
    c[i] = a[i] + c[i] * b[i];
    a[i] = (a[i] >> 4) / 3 + (a[i] % 4);
  }
}

void test_conversions(int a[16], float f[16], double d[16], unsigned char b[16],
                      long long w[16], _Bool t[16], uint64_t u[16])
{
  for (int i = 0; i < 16; i++) {
    t[i] = a[i];
    w[i] = a[i] & 0xffff;
    b[i] = (unsigned char)(f[i] * 100);
    u[i] = (uint64_t)(d[i] * 1e15);
    a[i] = (int)(f[i] * -1000.5f) + t[i];
    f[i] = (float)d[i] + a[i];
    d[i] = w[i] * 0.5 + u[i] + b[i];
    t[(i + 3) % 16] = f[i] > 1;
  }
}

/* Quotients and remainders truncate; subscripts of them must be the same. */
void test_division(int a[32], int out[32])
{
  for (int i = 0; i < 32; i++) {
    out[i] = (i - 16) / 5 * 100 + (i - 16) % 5;
    out[i / 2] += a[31 - i % 7];
    out[(i - 16) / 8 + 2] += a[(i - 16) % 8 + 8];
    a[i & 7] += out[i >> 2] & 15;
  }
}

void test_logic(int a[16], int b[16], int out[16])
{
  for (int i = 0; i < 16; i++) {
    out[i] = (a[i] > 0 && b[i] > 0) | (a[i] < 0 || b[i] < 0) << 1 | !a[i] << 2;
    if (b[i] != 0 && (a[i] & 1023) / b[i] > 1)
      out[i] += 8;
    if (!(a[i] > b[i]) || i == 3)
      out[i] -= 100;
    else if (a[i] == b[i])
      out[i] = 7;
    out[i] ^= a[i] ? b[i] : -1;
  }
}

/* The iterator is still there behind the loop, with its last value. */
void test_iterators(int a[40], int out[40])
{
  int i, j, k = 3;
  for (i = 0; i < 30; i += 4)
    a[i]++;
  out[0] = i;
  for (i = 39; i > 2; i -= 5)
    out[i] = a[i];
  out[1] = i;
  for (i = 5; i < 3; i++)
    a[0] = 0;
  out[2] = i;
  for (i = 0; i < 10; i++)
    for (j = i; j != 12; ++j)
      a[j] += i;
  out[3] = i * 100 + j;
  for (i = 0, j = 20; i < j; i++, j--)
    out[4] += i * j;
  while (k < 12) {
    out[k] += k;
    k += 2;
  }
  out[5] = k;
  do
    k -= 3;
  while (k > a[1] % 4);
  out[6] = k;
  for (i = 11; i-- > 6;)
    out[i] -= i;
  out[7] = i;
}

/* Bounds that are minima and maxima, steps, negative ones, unsigned ones. */
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
void test_bounds(int a[64][64], unsigned char n[4])
{
  for (int ii = 0; ii < 64; ii += 16)
    for (int i = ii; i < MIN(ii + 16, 50); i++)
      for (int j = MAX(i - 3, 0); j <= i && j < 40; j++)
        a[i][j] += i - j;
  for (unsigned i = 0; i < 20u; i++)
    for (unsigned j = 20; j > i; j--)
      a[i][j - 1] *= 3;
  for (int i = 60; i >= 3; i -= 7)
    for (int j = MIN(i, 33); j > i / 2; j--)
      a[j][i] ^= j;
  for (unsigned char c = 250; c > 10; c -= 10)
    a[c / 8][c % 8] += c;
  for (short s = -3; s < 5; s++)
    a[s + 3][s * s] -= s;
  for (int i = n[0] & 7; i < (n[1] & 31); i++)
    a[i][i] = n[i & 3];
  for (int i = n[2] & 31; i > -1; i -= 3)
    a[i][2] += i;
}

/* Variables that are affine, or are not. */
void test_variables(int a[64], int idx[64], float f[64])
{
  int last = 0, p = 5;
  for (int i = 0; i < 31; i++) {
    int twice = 2 * i, next = twice + 1;
    a[next] = a[twice] + p;
    p = i + 3;
    a[p] -= 1;
    if (i % 3 == 0)
      p = 7;
    a[p] += i;
    a[idx[i] & 63] ^= i;
    last = idx[a[i] & 63] & 63;
    a[last]++;
  }
  float t = f[0];
  f[0] = f[1];
  f[1] = t;
  for (int i = 2; i < 64; i++) {
    t = f[i] * 0.5f;
    f[i] = t + f[i - 1];
    t += 1;
    f[i] -= t;
  }
}

enum color { RED, GREEN = 5, BLUE };
typedef float real;
static const real weights[3] = {0.25f, 0.5f};
static const int factor = 3;
void test_constants(real a[8], int b[8], enum color c[8])
{
  static const int table[2][3] = {{1, 2, 3}, {4}};
  real local[4] = {1, 2};
  int square[2][2] = {{1}, {2, 3}};
  for (int i = 0; i < 8; i++) {
    a[i] = weights[i % 3] * local[i % 4] + factor;
    b[i] = table[i % 2][i % 3] + square[i / 4][i % 2] + (int)sizeof(int) + BLUE;
    c[i] = i < 4 ? RED : GREEN;
    local[i % 4] += a[i];
  }
}

static inline float mac(float x, float y, float *restrict sum)
{
  *sum += x * y;
  return *sum;
}
static int clamp(int x)
{
  if (x < 0)
    return 0;
  if (x > 9)
    return 9;
  return x;
}
static void scale(float row[8], int n, float by)
{
  for (int i = 0; i < n; i++)
    row[i] *= by;
  by = 0;
}
void test_calls(float a[4][8], float *out, int b[8])
{
  float sum = 0;
  for (int i = 0; i < 4; i++) {
    scale(a[i], i + 2, 1.5f);
    for (int j = 0; j < 8; j++) {
      a[i][j] = mac(a[i][j], 0.5f, &sum);
      mac(a[i][7 - j], 0.125f, out);
    }
  }
  for (int i = 0; i < 8; i++)
    b[i] = clamp(b[i]) * 10 + clamp(i * 3 - 8);
  *out += sum;
}

void test_math(double a[16], float b[16], double c[16], int d[16])
{
  for (int i = 0; i < 16; i++) {
    c[i] = sqrt(a[i]) + exp(a[i]) * log(a[i]) - pow(a[i], 1.5) + fabs(-a[i]);
    c[i] += floor(a[i] * 10) + ceil(a[i] * -3) + fmin(a[i], 1) + fmax(a[i], 1);
    b[i] = sqrtf(b[i]) + expf(b[i]) + powf(b[i], 2.5f) - fabsf(b[i] - 1);
    b[i] += fmaxf(b[i], 1) + fmod(a[i] * 10, 3) + sin(a[i]) + cosf(b[i]);
    c[i] += a[i] > 1 ? sqrt(a[i] - 1) : log(2 - a[i]);
    d[i] = abs(d[i] / 2) + (int)round(a[i] * 100) + (int)trunc(a[i] * -7);
  }
}

/* Assignments are values; commas and compound assignments keep their order. */
void test_assignments(int a[16], long b[16], float f[16])
{
  int x, y;
  for (int i = 0; i < 16; i++) {
    x = y = a[i] & 255;
    a[i] = (x += 3, x * y);
    b[i] = x++ + --y;
    b[i] <<= 2;
    b[i] |= x;
    a[i] -= f[i] * 10;
    f[i] /= x > 0 ? x : 1;
    a[i] %= 1000;
    a[i] >>= 1;
  }
}

static int pick(int x[1000], int i)
{
  return i < 10 ? x[i * 40] : x[9];
}
/* Nothing is evaluated that C does not evaluate. */
void test_guards(int a[16], int b[16])
{
  for (int i = 0; i < 16; i++) {
    a[i] = i > 0 ? a[i - 1] : 1;
    a[i] += i < 15 ? b[i + 1] : 0;
    b[i] = b[i] != 0 ? (a[i] & 4095) / b[i] : 0;
    if (i + 4 < 16 && a[i + 4] > 0)
      b[i] += a[i + 4];
    a[i] += pick(b, 10 + i);
  }
}
