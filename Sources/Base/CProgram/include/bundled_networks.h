/// The networks that come with the program, as the files of `Sources/motionq/Resources` are.
#ifndef BUNDLED_NETWORKS_H
#define BUNDLED_NETWORKS_H

#include <stddef.h>

/// The bytes of a file; they last as long as the program.
struct bundled_file {
    const unsigned char *bytes;
    size_t count;
};

/// `base.safetensors`.
struct bundled_file bundled_base_network(void);
/// `demo.safetensors`.
struct bundled_file bundled_demo_network(void);

#endif
