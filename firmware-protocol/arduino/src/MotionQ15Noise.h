// Session numbers that the last boots did not draw.
#ifndef MOTIONQ15_NOISE_H
#define MOTIONQ15_NOISE_H

#include <stdint.h>

/// A number that differs from boot to boot: the generator of an ESP32, elsewhere the noise of the open analog pin A0 and of the
/// time. Give what else varies as `salt` (a sensor's first counts). For session ids only: it keeps no secret.
uint32_t motionq15Noise(uint32_t salt);

#endif
