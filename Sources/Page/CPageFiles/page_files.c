#include "page_files.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "Web/index.html"
};
static const unsigned char style_css[] = {
#embed "Web/style.css"
};
static const unsigned char main_js[] = {
#embed "Web/main.js"
};
static const unsigned char link_js[] = {
#embed "Web/link.js"
};
static const unsigned char columns_js[] = {
#embed "Web/columns.js"
};
static const unsigned char chart_js[] = {
#embed "Web/chart.js"
};
static const unsigned char happenings_js[] = {
#embed "Web/happenings.js"
};
static const unsigned char element_js[] = {
#embed "Web/element.js"
};
static const unsigned char work_js[] = {
#embed "Web/work.js"
};
static const unsigned char selection_js[] = {
#embed "Web/selection.js"
};
static const unsigned char tune_js[] = {
#embed "Web/tune.js"
};
static const unsigned char curve_js[] = {
#embed "Web/curve.js"
};
static const unsigned char devices_js[] = {
#embed "Web/devices.js"
};
static const unsigned char study_js[] = {
#embed "Web/study.js"
};
static const unsigned char playback_js[] = {
#embed "Web/playback.js"
};
static const unsigned char dataset_js[] = {
#embed "Web/dataset.js"
};

static const struct {
    const char *name;
    struct page_file file;
} files[] = {
    {"index.html", {index_html, sizeof index_html}},
    {"style.css", {style_css, sizeof style_css}},
    {"main.js", {main_js, sizeof main_js}},
    {"link.js", {link_js, sizeof link_js}},
    {"columns.js", {columns_js, sizeof columns_js}},
    {"chart.js", {chart_js, sizeof chart_js}},
    {"happenings.js", {happenings_js, sizeof happenings_js}},
    {"element.js", {element_js, sizeof element_js}},
    {"work.js", {work_js, sizeof work_js}},
    {"selection.js", {selection_js, sizeof selection_js}},
    {"tune.js", {tune_js, sizeof tune_js}},
    {"curve.js", {curve_js, sizeof curve_js}},
    {"dataset.js", {dataset_js, sizeof dataset_js}},
    {"playback.js", {playback_js, sizeof playback_js}},
    {"devices.js", {devices_js, sizeof devices_js}},
    {"study.js", {study_js, sizeof study_js}},
};

struct page_file page_file(const char *name) {
    for (size_t place = 0; place < sizeof files / sizeof files[0]; place++) {
        if (strcmp(files[place].name, name) == 0) return files[place].file;
    }
    const struct page_file none = {NULL, 0};
    return none;
}
