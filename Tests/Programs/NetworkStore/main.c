// store-tests [ROUNDS]: so many images with faults, and a tenth as many histories of the store.
#include "store_tests.h"

int main(int count, char **arguments) {
    const unsigned long rounds = count > 1 ? strtoul(arguments[1], NULL, 10) : 60000;
    test_images(rounds);
    test_store(rounds / 10);
    return 0;
}
