/* Header only: SwiftPM wants one source file in a C target. */
#include "mq_multiply_add.h"
