#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *at;

// What was read stays in memory, in sight of a leak checker.
enum { FILES_MAX = 4 };
static struct {
    char *text;
    const json_value *value;
} files[FILES_MAX];
static int file_count;

static void stop(const char *why) {
    fprintf(stderr, "json: %s near \"%.30s\"\n", why, at ? at : "");
    exit(2);
}

static void skip_space(void) {
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') at++;
}

static bool take(char expected) {
    skip_space();
    if (*at != expected) return false;
    at++;
    return true;
}

static void need(char expected) {
    if (!take(expected)) stop("a delimiter is missing");
}

// Unescapes in place: the result is never longer. \u only for control characters, which is all the files hold.
static const char *read_string(void) {
    need('"');
    char *start = at;
    char *to = at;
    while (*at != '"') {
        if (*at == 0) stop("a string does not end");
        if (*at != '\\') {
            *to++ = *at++;
            continue;
        }
        at++;
        switch (*at++) {
        case 'n': *to++ = '\n'; break;
        case 't': *to++ = '\t'; break;
        case 'r': *to++ = '\r'; break;
        case '"': *to++ = '"'; break;
        case '\\': *to++ = '\\'; break;
        case '/': *to++ = '/'; break;
        case 'u': {
            char digits[5] = {at[0], at[1], at[2], at[3], 0};
            const long code = strtol(digits, NULL, 16);
            if (code < 1 || code > 127) stop("an escape beyond ASCII");
            *to++ = (char)code;
            at += 4;
            break;
        }
        default: stop("an unknown escape");
        }
    }
    at++;
    *to = 0;
    return start;
}

static json_value *read_value(void) {
    json_value *value = calloc(1, sizeof *value);
    if (!value) stop("no memory");
    skip_space();
    if (*at == '{' || *at == '[') {
        const bool object = *at++ == '{';
        const char close = object ? '}' : ']';
        value->kind = object ? JSON_OBJECT : JSON_ARRAY;
        json_value **end = &value->first;
        if (take(close)) return value;
        do {
            skip_space();
            const char *key = object ? read_string() : NULL;
            if (object) need(':');
            *end = read_value();
            (*end)->key = key;
            end = &(*end)->next;
        } while (take(','));
        need(close);
    } else if (*at == '"') {
        value->kind = JSON_STRING;
        value->string = read_string();
    } else if (strncmp(at, "true", 4) == 0 || strncmp(at, "false", 5) == 0) {
        value->kind = JSON_BOOL;
        value->number = *at == 't';
        at += *at == 't' ? 4 : 5;
    } else {
        char *end = at;
        value->kind = JSON_NUMBER;
        value->number = strtod(at, &end);
        if (end == at) stop("no value");
        at = end;
    }
    return value;
}

const json_value *json_read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "json: cannot open %s\n", path);
        exit(2);
    }
    enum { LARGEST = 1 << 20 };
    char *text = calloc(1, LARGEST);
    if (!text || fread(text, 1, LARGEST - 1, file) == 0) stop("nothing to read");
    fclose(file);
    at = text;
    const json_value *value = read_value();
    skip_space();
    if (*at != 0) stop("something after the value");
    if (file_count == FILES_MAX) stop("too many files");
    files[file_count].text = text;
    files[file_count++].value = value;
    return value;
}

const json_value *json_find(const json_value *object, const char *key) {
    for (const json_value *member = object->first; member; member = member->next) {
        if (member->key && strcmp(member->key, key) == 0) return member;
    }
    return NULL;
}

const json_value *json_get(const json_value *object, const char *key) {
    const json_value *value = json_find(object, key);
    if (!value) {
        fprintf(stderr, "json: no \"%s\"\n", key);
        exit(2);
    }
    return value;
}

double json_number(const json_value *object, const char *key) { return json_get(object, key)->number; }

const char *json_string(const json_value *object, const char *key) { return json_get(object, key)->string; }
