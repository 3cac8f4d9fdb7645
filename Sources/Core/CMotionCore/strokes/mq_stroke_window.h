// Between the files of this folder.
#ifndef MQ_STROKE_WINDOW_H
#define MQ_STROKE_WINDOW_H

#include "mq_stroke_reader.h"

// A sample of the ring; 0 is the newest, and `ago` is below `held`.
const int16_t *mq_stroke_sample(const mq_stroke_reader *reader, size_t ago);

// Makes the rows, their sums and strengths of the stroke that ended `ago` samples before the newest and has `length` of them.
void mq_stroke_make_rows(mq_stroke_reader *reader, size_t ago, size_t length);

#endif
