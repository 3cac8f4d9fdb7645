// The system's zlib, for recordings that are kept compressed.
#ifndef MQ_ZLIB_SHIM_H
#define MQ_ZLIB_SHIM_H

#include <zlib.h>

#endif
