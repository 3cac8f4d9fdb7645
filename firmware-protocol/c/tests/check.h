// Counting checks: each failure prints a line, the program ends with the sum.
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>

extern unsigned long checks_made;
extern unsigned long checks_failed;

void check(bool holds, const char *subject, const char *expectation, const char *file, int line);
#define CHECK(subject, condition) check((condition), (subject), #condition, __FILE__, __LINE__)

// A small generator with a fixed seed, so that a failure can be repeated.
uint32_t random_u32(void);

void test_vectors(const char *directory);
void test_codec(void);
void test_device(void);
void test_actuators(void);
void test_minor_two(void);
void test_install(void);
void test_room(void);
void test_channels(void);

#endif
