// The "fields" of a golden frame against the structs of mq_message.h.
#ifndef FIELDS_H
#define FIELDS_H

#include "json.h"
#include "mq_protocol.h"

// True if the decoded payload has exactly these fields.
bool fields_match(const json_value *fields, const mq_frame *frame);
// Encodes the fields as the payload of the frame's type; the frame tells type and count only.
size_t fields_encode(const json_value *fields, const mq_frame *frame, uint8_t *payload);

// The same for LABELS, whose names are an array.
bool labels_match(const json_value *fields, const mq_frame *frame);
size_t labels_encode(const json_value *fields, uint8_t *payload);

// The same for CHANNELS, with an object for each channel.
bool channels_match(const json_value *fields, const mq_frame *frame);
size_t channels_encode(const json_value *fields, uint8_t *payload);

// The same for INSTALL and INSTALLED.
bool install_matches(const json_value *fields, const mq_frame *frame);
size_t install_encode(const json_value *fields, uint8_t type, uint8_t *payload);

// A number of 64 bits, which the vectors write as text.
uint64_t u64(const json_value *fields, const char *key);

#endif
