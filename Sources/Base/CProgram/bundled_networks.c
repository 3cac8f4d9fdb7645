#include "bundled_networks.h"

// By C, because the Swift compiler is slow with an array literal of so many bytes.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char base[] = {
#embed "../../motionq/Resources/base.safetensors"
};
static const unsigned char demo[] = {
#embed "../../motionq/Resources/demo.safetensors"
};

struct bundled_file bundled_base_network(void) {
    struct bundled_file file = {base, sizeof base};
    return file;
}

struct bundled_file bundled_demo_network(void) {
    struct bundled_file file = {demo, sizeof demo};
    return file;
}
