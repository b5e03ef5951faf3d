/* polybench.h - sizes, element type and entry point of the kernels here.
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
 * See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Choose one of MINI_DATASET (the default), SMALL_DATASET, MEDIUM_DATASET,
 * LARGE_DATASET, EXTRALARGE_DATASET, and DATA_TYPE_IS_FLOAT (the default) or
 * DATA_TYPE_IS_DOUBLE. With USE_CONSTANT_BOUNDS loops run to the constants
 * instead of the size parameters.
 */
#ifndef TALOS_TEST_POLYBENCH_H
#define TALOS_TEST_POLYBENCH_H

#include <math.h>
#include <stdio.h>

#if defined(EXTRALARGE_DATASET)
#define SIZES(mini, small, medium, large, extralarge) extralarge
#elif defined(LARGE_DATASET)
#define SIZES(mini, small, medium, large, extralarge) large
#elif defined(MEDIUM_DATASET)
#define SIZES(mini, small, medium, large, extralarge) medium
#elif defined(SMALL_DATASET)
#define SIZES(mini, small, medium, large, extralarge) small
#else
#define SIZES(mini, small, medium, large, extralarge) mini
#endif

#ifdef DATA_TYPE_IS_DOUBLE
#define DATA_TYPE double
#define SCALAR(x) x
#define SQRT(x) sqrt(x)
#define EXP(x) exp(x)
#define POW(x, y) pow(x, y)
#else
#define DATA_TYPE float
#define SCALAR(x) x##f
#define SQRT(x) sqrtf(x)
#define EXP(x) expf(x)
#define POW(x, y) powf(x, y)
#endif

#ifdef USE_CONSTANT_BOUNDS
#define BOUND(constant, parameter) constant
#else
#define BOUND(constant, parameter) parameter
#endif

/* Prints every byte of an array, so that two runs can be compared exactly. */
static void print_bytes(const char *name, const void *data, unsigned long size)
{
  const unsigned char *byte = (const unsigned char *)data;
  unsigned long i;
  printf("%s ", name);
  for (i = 0; i < size; i++)
    printf("%02x", byte[i]);
  printf("\n");
}

#endif
