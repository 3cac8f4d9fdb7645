// What HELLO calls this library.
#ifndef MOTIONQ15_VERSION_H
#define MOTIONQ15_VERSION_H

/// As library.properties has it; tests/lint.sh holds the two together.
#define MOTIONQ15_VERSION "0.1.0"
/// At most 16 bytes.
#define MOTIONQ15_LIBRARY "MotionQ15 " MOTIONQ15_VERSION

#endif
