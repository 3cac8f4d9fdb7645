// A STAND-IN for esp_random.h of ESP-IDF, see Arduino.h two folders up.
#ifndef ESP_RANDOM_H
#define ESP_RANDOM_H

#include <stdint.h>

extern "C" uint32_t esp_random(void);

#endif
