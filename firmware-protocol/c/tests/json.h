// A reader for the vector files: objects, arrays, strings, numbers, true and false, in one arena. Stops the test on anything else.
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { JSON_OBJECT, JSON_ARRAY, JSON_STRING, JSON_NUMBER, JSON_BOOL } json_kind;

// A value; members of an object and elements of an array are chained by `next`.
typedef struct json_value {
    json_kind kind;
    const char *key;     // In an object, or null.
    const char *string;  // Not for strings with U+0000.
    double number;       // Also 0 or 1 of a bool.
    struct json_value *first;
    struct json_value *next;
} json_value;

// Reads a file; it stays in memory to the end of the test.
const json_value *json_read_file(const char *path);
// The member with this key, or null.
const json_value *json_find(const json_value *object, const char *key);
// The member with this key; its absence stops the test.
const json_value *json_get(const json_value *object, const char *key);
double json_number(const json_value *object, const char *key);
const char *json_string(const json_value *object, const char *key);

#endif
