// A STAND-IN for pico/platform.h of the Pico SDK, see Arduino.h three folders up.
#define __uninitialized_ram(group) __attribute__((section(".uninitialized_data." #group))) group
