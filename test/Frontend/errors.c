// What the front-end refuses, each at its place and with the reason.
// RUN: hls-translate --import-c --split-input-file --verify-diagnostics %s

static int fact(int n) {
  // expected-error @+1 {{the call of 'fact' is recursive, which hardware cannot do; use loops}}
  return n * fact(n - 1);
}
void recursion(int a[4]) { a[0] = fact(a[1]); }

// -----

void jump(int a[4]) {
again:
  a[0]++;
  // expected-error @+1 {{goto is not supported; use loops and if}}
  goto again;
}

// -----

void arithmetic(float a[8]) {
  // expected-error @+1 {{pointer arithmetic is not supported; use subscripts}}
  *(a + 1) = 0;
}

// -----

// expected-error @+1 {{the pointer 'a' is changed or its address is taken; pointer arithmetic is not supported, use subscripts}}
void walk(float *a) { *a++ = 0; }

// -----

union bits { float f; int i; };
void members(int a[4]) {
  // expected-error @+1 {{type 'union bits' is not supported: unions are not}}
  union bits b;
  b.f = 1;
  a[0] = b.i;
}

// -----

struct point { float x, y; };
// expected-error @+1 {{type 'struct point' is not supported; use float, double, _Bool, an enumeration or an integer of 8 to 64 bits}}
void structure(struct point p[4]) { p[0].x = 0; }

// -----

// expected-error @+1 {{function 'many' is variadic, which is not supported}}
void many(int n, ...) {}

// -----

int printf(const char *, ...);
void prints(float a[4]) {
  // expected-error @+1 {{the call of the variadic function 'printf' is not supported in a kernel}}
  printf("%f\n", a[0]);
}

// -----

// expected-error @+1 {{parameter 'f': function pointers are not supported}}
void pointer(float a[4], float (*f)(float)) { a[0] = f(a[1]); }

// -----

float twice(float x) { return x + x; }
static float (*chosen)(float) = twice;
void indirect(float a[4]) {
  // expected-error @+1 {{calls through function pointers are not supported}}
  a[0] = chosen(a[1]);
}

// -----

float tgammaf(float);
void library(float a[4]) {
  // expected-error @+1 {{the call of 'tgammaf' is not supported: the file does not define it, and it is no known function of math.h}}
  a[0] = tgammaf(a[1]);
}

// -----

// expected-error @+1 {{array 'a' has no known size; declare each of its extents with a constant}}
void unsized(float a[]) { a[0] = 0; }

// -----

void unknown(float *a) {
  for (int i = 0; i < 4; i++)
    // expected-error @+1 {{'a' points to memory of unknown size; give its extents with --extent a=<n>, or declare the parameter as an array with constant extents}}
    a[i] = 0;
}

// -----

// expected-error @+1 {{parameter 'a' points to an array of unknown size; give its extents with --extent a=<n>, or declare it as an array with constant extents}}
void rows(float (*a)[4]) { a[0][0] = 0; }

// -----

// expected-error @+1 {{the parameter 'n' bounds a loop or an array, but its value is not known; give it with --bind n=<value>}}
void vla(int n, float a[n]) { a[0] = 0; }

// -----

void bound(int n, float a[8]) {
  // expected-error @+1 {{the parameter 'n' bounds a loop or an array, but its value is not known; give it with --bind n=<value>}}
  for (int i = n - 1; i >= 0; i--)
    a[i] = 0;
}

// -----

void leave(float a[8]) {
  for (int i = 0; i < 8; i++)
    if (i == 2)
      // expected-error @+1 {{break leaves its loop early, which is not supported; put the condition into the loop's bounds}}
      break;
}

// -----

void back(float a[8]) {
  for (int i = 0; i < 8; i++) {
    a[i] = 0;
    // expected-error @+1 {{return inside a loop leaves it early, which is not supported}}
    return;
  }
}

// -----

void skip(float a[8]) {
  for (int i = 0; i < 8; i++) {
    // expected-error @+1 {{continue is not supported; put the rest of the body into an if}}
    if (i == 3) { continue; }
    a[i] = 0;
  }
}

// -----

void choose(int k, float a[8]) {
  // expected-error @+1 {{switch is not supported; use if and else}}
  switch (k) { case 1: a[0] = 1; }
}

// -----

static void add(float x[8], float y[8]) {
  for (int i = 0; i < 8; i++)
    x[i] += y[i];
}
void alias(float a[8]) {
  // expected-error @+1 {{one object reaches two parameters of 'add' ('y' is the second), which then are not distinct memories}}
  add(a, a);
}

// -----

static void flat(float x[16]) { x[0] = 0; }
void reshape(float a[4][4]) {
  // expected-error @+1 {{a conversion between pointers is not supported; declare the array with the type it is used with}}
  flat((float *)a);
}

// -----

static void square(int m, float x[8][m]) { x[0][0] = 0; }
void grow(float a[8][8]) {
  // expected-error @+1 {{parameter 'x' sees the array with other extents or elements than it has; declare both alike}}
  square(4, a);
}

// -----

// expected-error @+1 {{type 'long double' is not supported}}
void wide(long double a[8]) { a[0] = 0; }

// -----

void forever(float a[8]) {
  // expected-error @+1 {{a loop without condition never ends}}
  for (;;) a[0] = a[0] + 1;
}

// -----

void syntax(float a[8]) {
  // expected-error @+1 {{expected ';' after expression}}
  a[0] = 1
}

// -----

void undeclared(float a[8]) {
  // expected-error @+1 {{use of undeclared identifier 'b'}}
  a[0] = b;
}

// -----

// expected-error @+1 {{'missing.h' file not found}}
#include "missing.h"
void header(float a[8]) { a[0] = 0; }

// -----

static float acc;
extern float other;
void elsewhere(float a[8]) {
  // expected-error @+1 {{variable 'other' is defined in another file}}
  a[0] = acc + other;
}
