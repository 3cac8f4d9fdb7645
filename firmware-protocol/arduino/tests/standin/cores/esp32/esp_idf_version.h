// A STAND-IN for esp_idf_version.h of ESP-IDF, see Arduino.h two folders up. A test may say which.
#ifndef ESP_IDF_VERSION_MAJOR
#define ESP_IDF_VERSION_MAJOR 5
#endif
