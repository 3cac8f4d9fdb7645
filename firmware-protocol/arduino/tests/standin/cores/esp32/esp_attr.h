// A STAND-IN for esp_attr.h of ESP-IDF, see Arduino.h two folders up.
#define RTC_NOINIT_ATTR __attribute__((section(".rtc_noinit")))
