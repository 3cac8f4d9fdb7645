// A STAND-IN for esp_partition.h of ESP-IDF 4 and 5, see Arduino.h two folders up.
#ifndef ESP_PARTITION_H
#define ESP_PARTITION_H

#include <stddef.h>
#include <stdint.h>

#include "esp_idf_version.h"

typedef int esp_err_t;
#define ESP_OK 0
typedef enum { ESP_PARTITION_TYPE_APP = 0, ESP_PARTITION_TYPE_DATA = 1 } esp_partition_type_t;
typedef enum { ESP_PARTITION_SUBTYPE_ANY = 0xFF } esp_partition_subtype_t;
typedef struct {
    esp_partition_type_t type;
    uint32_t address, size;
    char label[17];
    bool encrypted;
} esp_partition_t;
#if ESP_IDF_VERSION_MAJOR >= 5
typedef uint32_t esp_partition_mmap_handle_t;
typedef enum { ESP_PARTITION_MMAP_DATA } standin_map_t;
#else
typedef uint32_t spi_flash_mmap_handle_t;
typedef enum { SPI_FLASH_MMAP_DATA } standin_map_t;
#endif
extern "C" {
const esp_partition_t *esp_partition_find_first(esp_partition_type_t type, esp_partition_subtype_t subtype, const char *label);
esp_err_t esp_partition_mmap(
    const esp_partition_t *partition, size_t offset, size_t size, standin_map_t memory, const void **out, uint32_t *handle);
esp_err_t esp_partition_erase_range(const esp_partition_t *partition, size_t offset, size_t size);
esp_err_t esp_partition_write(const esp_partition_t *partition, size_t offset, const void *bytes, size_t size);
}

#endif
