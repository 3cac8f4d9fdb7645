// Where a stroke begins and ends in a stream (ARITHMETIC.md, section 14.1).
#include "mq_stroke_reader.h"

#include "mq_stroke_window.h"

// Samples of little motion in a row before a stroke's beginning that do not belong to it.
#define LULL 3

static size_t capacity_of(const mq_strokes *strokes) {
    return (size_t)strokes->most + strokes->pause + strokes->before + strokes->lag + 1;
}

size_t mq_stroke_memory(const mq_strokes *strokes, size_t inputs, size_t window) {
    return (capacity_of(strokes) + window) * inputs * sizeof(int16_t);
}

void mq_stroke_begin(mq_stroke_reader *reader, const mq_strokes *strokes, size_t inputs, size_t window, void *memory) {
    reader->strokes = strokes;
    reader->inputs = inputs;
    reader->window = window;
    reader->capacity = capacity_of(strokes);
    reader->ring = (int16_t *)memory;
    reader->rows = reader->ring + reader->capacity * inputs;
    reader->length = 0;
    for (size_t place = 0; place < window * inputs; place++) reader->rows[place] = 0;
    for (size_t input = 0; input < MQ_STROKE_INPUTS; input++) reader->sums[input] = 0;
    reader->strengths[0] = 1;
    reader->strengths[1] = 1;
    mq_stroke_restart(reader);
}

void mq_stroke_restart(mq_stroke_reader *reader) {
    reader->next = 0;
    reader->held = 0;
    reader->fresh = 0;
    reader->energy = 0;
    reader->age = 0;
    reader->quiet = 0;
}

const int16_t *mq_stroke_sample(const mq_stroke_reader *reader, size_t ago) {
    const size_t place = reader->next + reader->capacity - 1 - ago;
    return reader->ring + (place < reader->capacity ? place : place - reader->capacity) * reader->inputs;
}

int32_t mq_stroke_motion(const mq_strokes *strokes, size_t inputs, const int16_t *sample, const int16_t *earlier) {
    int32_t motion = 0;
    for (size_t input = 0; input < inputs; input++) {
        const int32_t value = strokes->inputs[input].rotates ? sample[input] : (int32_t)sample[input] - earlier[input];
        motion += value < 0 ? -value : value;
    }
    return motion;
}

// The motion of a sample that is held; the first samples of all are compared with the very first.
static int32_t motion_of(const mq_stroke_reader *reader, size_t ago) {
    size_t earlier = ago + reader->strokes->lag;
    if (earlier >= reader->held) earlier = reader->held - 1;
    return mq_stroke_motion(reader->strokes, reader->inputs, mq_stroke_sample(reader, ago), mq_stroke_sample(reader, earlier));
}

// Samples since the beginning of the stroke that was noticed with the newest sample, which is looked back for.
static size_t age_at_start(const mq_stroke_reader *reader) {
    size_t age = 1;
    size_t lull = 0;
    for (size_t ago = 1; ago <= reader->strokes->before && ago < reader->fresh && lull < LULL; ago++) {
        if (motion_of(reader, ago) >= reader->strokes->stop) {
            age = ago + 1;
            lull = 0;
        } else {
            lull++;
        }
    }
    return age;
}

bool mq_stroke_push(mq_stroke_reader *reader, const int16_t *sample) {
    const mq_strokes *strokes = reader->strokes;
    for (size_t input = 0; input < reader->inputs; input++) reader->ring[reader->next * reader->inputs + input] = sample[input];
    reader->next = reader->next + 1 == reader->capacity ? 0 : reader->next + 1;
    if (reader->held < reader->capacity) reader->held++;
    if (reader->fresh < reader->held) reader->fresh++;

    const int32_t motion = motion_of(reader, 0);
    reader->energy += motion - (reader->energy >> strokes->smoothing);
    if (reader->age == 0) {
        if (reader->energy >> strokes->smoothing < strokes->start) return false;
        reader->age = age_at_start(reader);
        reader->quiet = 0;
        return false;
    }
    // What lasts longer is no stroke, and is over when it pauses.
    const size_t longest = (size_t)strokes->most + strokes->pause + 1;
    if (reader->age <= longest) reader->age++;
    reader->quiet = motion < strokes->stop ? reader->quiet + 1 : 0;
    if (reader->quiet < strokes->pause) return false;
    const size_t length = reader->age - reader->quiet;
    const bool isStroke = reader->age <= longest && length >= strokes->least && length <= strokes->most;
    reader->age = 0;
    reader->energy = 0;
    if (!isStroke) return false;
    mq_stroke_make_rows(reader, reader->quiet, length);
    reader->fresh = 0;
    return true;
}

void mq_stroke_take(mq_stroke_reader *reader, const int16_t *samples, size_t count) {
    mq_stroke_restart(reader);
    for (size_t place = 0; place < count * reader->inputs; place++) reader->ring[place] = samples[place];
    reader->next = count;
    reader->held = count;
    mq_stroke_make_rows(reader, 0, count);
    mq_stroke_restart(reader);
}
