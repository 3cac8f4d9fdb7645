// kernel-tests NAME…: tests all kernels of this machine, and that those named are among them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_tests.h"

/// By way of the environment, as a person chooses kernels.
static const mq_kernels *chosen(const char *name) {
  if (name) setenv("MOTIONQ_KERNEL", name, 1);
  else unsetenv("MOTIONQ_KERNEL");
  return mq_kernels_preferred();
}

void test_choice(void) {
  const mq_kernels *fastest = mq_kernels_available(0);
  for (size_t n = 0; n < subject_count; n++) {
    subject *s = &subjects[n];
    const place at = {"choice", "MOTIONQ_KERNEL"};
    if (chosen(s->kernels->name) != s->kernels) fail(s, &at, "its name does not choose it");
    if (chosen("abacus") != NULL) fail(s, &at, "an unknown name should choose nothing");
    if (chosen("") != fastest || chosen(NULL) != fastest) fail(s, &at, "without a name the fastest should be chosen");
    if (mq_kernels_available(subject_count + n) != NULL) fail(s, &at, "there are kernels behind the last");
  }
  unsetenv("MOTIONQ_KERNEL");
}

static bool is_available(const char *name) {
  for (size_t n = 0; n < subject_count; n++) {
    if (strcmp(subjects[n].kernels->name, name) == 0) return true;
  }
  return false;
}

int main(int count, char **names) {
  const mq_kernels *kernels;
  while (subject_count < 8 && (kernels = mq_kernels_available(subject_count))) subjects[subject_count++].kernels = kernels;

  int status = EXIT_SUCCESS;
  for (int n = 1; n < count; n++) {
    if (is_available(names[n])) continue;
    fprintf(stderr, "this machine has no kernels named %s\n", names[n]);
    status = EXIT_FAILURE;
  }
  test_choice();
  test_tanh_nodes();
  test_accumulate();
  test_narrow();
  test_advance();
  for (size_t n = 0; n < subject_count; n++) {
    printf("%s: %s\n", subjects[n].kernels->name, subjects[n].failed ? "FAILED" : "as ARITHMETIC.md says");
    if (subjects[n].failed) status = EXIT_FAILURE;
  }
  return status;
}
