// MotionQ15FlashEsp32.cpp on a partition that looks after its rules.
#include "flash_bench.h"

#include <esp_partition.h>

static Chip *chip;
static esp_partition_t partition;
static bool isThere = true;

extern "C" {
const esp_partition_t *esp_partition_find_first(esp_partition_type_t type, esp_partition_subtype_t subtype, const char *label) {
    CHECK(type == ESP_PARTITION_TYPE_DATA && subtype == ESP_PARTITION_SUBTYPE_ANY && label != nullptr);
    return isThere && strcmp(label, "motionq") == 0 ? &partition : nullptr;
}
esp_err_t esp_partition_mmap(
    const esp_partition_t *which, size_t offset, size_t size, standin_map_t, const void **out, uint32_t *handle) {
    CHECK(which == &partition && offset + size <= partition.size);
    *out = chip->memory + offset;
    *handle = 1;
    return ESP_OK;
}
esp_err_t esp_partition_erase_range(const esp_partition_t *which, size_t offset, size_t size) {
    CHECK(which == &partition && offset + size <= partition.size);
    chip->erase(offset, size);
    return ESP_OK;
}
esp_err_t esp_partition_write(const esp_partition_t *which, size_t offset, const void *bytes, size_t size) {
    CHECK(which == &partition && offset + size <= partition.size);
    chip->program(offset, (const uint8_t *)bytes, size);
    return ESP_OK;
}
}

int main() {
    Chip whole(0, 0x20000, 4096, 1);
    chip = &whole;
    partition.address = 0x3D0000;
    partition.size = 0x20000;
    isThere = false;
    CHECK(!opens(65536));
    isThere = true;
    partition.encrypted = true;
    CHECK(!opens(65536));
    partition.encrypted = false;
    partition.address++;
    CHECK(!opens(65536));
    partition.address--;
    CHECK(!opens(65537) && !opens(0));
    driveStore(whole, 65536, 65000);
    return finish("an ESP32");
}
