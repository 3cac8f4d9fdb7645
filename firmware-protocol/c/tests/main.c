// Runs all tests: `mq_tests <directory of the vectors>`.
#include "check.h"

#include <stdio.h>

unsigned long checks_made;
unsigned long checks_failed;

void check(bool holds, const char *subject, const char *expectation, const char *file, int line) {
    checks_made++;
    if (holds) return;
    checks_failed++;
    if (checks_failed <= 50) fprintf(stderr, "%s:%d: %s: not so: %s\n", file, line, subject, expectation);
}

uint32_t random_u32(void) {
    static uint32_t state = 0x9E3779B9u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: mq_tests <directory of the vectors>\n");
        return 2;
    }
    test_vectors(arguments[1]);
    test_codec();
    test_device();
    test_actuators();
    test_minor_two();
    test_install();
    test_room();
    test_channels();
    printf("checks: %lu made, %lu failed\n", checks_made, checks_failed);
    return checks_failed == 0 ? 0 : 1;
}
