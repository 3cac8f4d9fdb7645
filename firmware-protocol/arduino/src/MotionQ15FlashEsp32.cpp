// Flash on an ESP32: a data partition named "motionq", and no other.
//
// Not the OTA slot that is not running, although every default table has one: ArduinoOTA and Update write it without asking, and a
// sketch of now may be there to go back to. Not SPIFFS or NVS, which have owners. A partition of one's own is a line in
// partitions.csv in the sketch's folder, which the core takes (arduino-esp32, platform.txt, since 1.0.5); README.md has it.
//
// Read through the cache, esp_partition_mmap: unlike spi_flash_mmap it takes any offset (ESP-IDF, "Partitions API"), and the driver
// flushes the cache of what it erases or programs. Meanwhile no code runs from flash on either core (ESP-IDF, "SPI Flash API").
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED && defined(ARDUINO_ARCH_ESP32)
#include "MotionQ15Flash.h"

#include <esp_idf_version.h>
#include <esp_partition.h>

#if ESP_IDF_VERSION_MAJOR >= 5
#define MQ_MAP_HANDLE esp_partition_mmap_handle_t
#define MQ_MAP_DATA ESP_PARTITION_MMAP_DATA
#else  // Arduino's core before 3.0.
#define MQ_MAP_HANDLE spi_flash_mmap_handle_t
#define MQ_MAP_DATA SPI_FLASH_MMAP_DATA
#endif

namespace {
const size_t SECTOR = 4096;  // What every such flash erases at a time (SPI_FLASH_SEC_SIZE).
const size_t UNIT = 16;      // Any would do: "no alignment constraints" (esp_flash_write).

const esp_partition_t *partition;
const void *mapped;

bool erase(void *, size_t offset) { return esp_partition_erase_range(partition, offset, SECTOR) == ESP_OK; }

bool program(void *, size_t offset, const uint8_t *bytes, size_t count) {
    return esp_partition_write(partition, offset, bytes, count) == ESP_OK;
}
}

bool motionq15OpenFlash(size_t slotBytes, mq_flash *flash) {
    const esp_partition_t *found = esp_partition_find_first(ESP_PARTITION_TYPE_DATA, ESP_PARTITION_SUBTYPE_ANY, "motionq");
    const size_t slot = motionq15WholeSectors(slotBytes, SECTOR);
    // What is encrypted is programmed by other rules.
    if (!found || found->encrypted || found->address % SECTOR != 0 || slot == 0 || slot > found->size / 2) return false;
    if (found != partition) {
        MQ_MAP_HANDLE handle;
        if (esp_partition_mmap(found, 0, 2 * slot, MQ_MAP_DATA, &mapped, &handle) != ESP_OK) return false;
        partition = found;
    }
    const mq_flash slots = {static_cast<const uint8_t *>(mapped), slot, SECTOR, UNIT, nullptr, erase, program};
    *flash = slots;
    return true;
}
#endif
