// Whether this board can classify by itself. `assemble.sh` makes every file of the classifier depend on it, since Arduino compiles
// all files of a library for every board.
#ifndef MQ_INFERENCE_SUPPORTED_H
#define MQ_INFERENCE_SUPPORTED_H

/// 1 where a double has 64 bits and an int 32: a smaller double makes other inputs of a count than the host does. 0 on every AVR,
/// whose memory is too small as well.
#if __SIZEOF_DOUBLE__ == 8 && __SIZEOF_INT__ >= 4
#define MQ_INFERENCE_SUPPORTED 1
#else
#define MQ_INFERENCE_SUPPORTED 0
#endif

#endif
