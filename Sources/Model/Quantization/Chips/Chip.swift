/// A microcontroller as people buy it: its core, its clock and its memory.
public struct Chip: Sendable, Equatable {
    /// “nrf52840”, by which it is asked for.
    public let name: String
    /// The part whose figures these are, or the module or board that gives it its flash.
    public let part: String
    public let core: ChipCore
    /// The highest clock, in MHz.
    public let megahertz: Int
    /// Bytes of flash: of the chip, or beside it on the board of `part`.
    public let flash: Int
    /// Bytes of RAM that hold data.
    public let ram: Int
    /// Whether it computes with single precision in hardware. The engine does not; the orientation filter does.
    public let hasFloat: Bool
    /// Where the figures are from.
    public let source: String

    /// - Parameters:
    ///   - flash: in KB of 1,024 bytes, as `ram`.
    private init(
        _ name: String, _ part: String, _ core: ChipCore, _ megahertz: Int, flash: Int, ram: Int, hasFloat: Bool = false,
        _ source: String
    ) {
        (self.name, self.part, self.core, self.megahertz) = (name, part, core, megahertz)
        (self.flash, self.ram, self.hasFloat, self.source) = (flash * 1024, ram * 1024, hasFloat, source)
    }

    /// Cycles of its clock in a second.
    public var hertz: Double { Double(megahertz) * 1e6 }

    /// The chip of a name.
    ///
    /// - Parameter name: in letters of either case; “esp32s3” is “esp32-s3”.
    /// - Returns: nil if it is not in the table.
    public static func named(_ name: String) -> Chip? {
        let asked = spelled(name)
        return all.first { spelled($0.name) == asked }
    }

    private static func spelled(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// All that are known, by their makers.
    public static let all: [Chip] = arm + espressif

    /// ESP32: of 520 KB of SRAM 320 hold data. ESP32-C3: of 400 KB 16 are a cache.
    private static let espressif = [
        Chip(
            "esp32", "ESP32-WROOM-32E", .xtensaLX6, 240, flash: 4096, ram: 320, hasFloat: true,
            "ESP32 Series Datasheet; ESP32-WROOM-32E Datasheet"),
        Chip(
            "esp32-s2", "ESP32-S2-WROOM", .xtensaLX7, 240, flash: 4096, ram: 320,
            "ESP32-S2 Series Datasheet; ESP32-S2-WROOM Datasheet"),
        Chip(
            "esp32-s3", "ESP32-S3-WROOM-1-N8", .xtensaLX7, 240, flash: 8192, ram: 512, hasFloat: true,
            "ESP32-S3 Series Datasheet; ESP32-S3-WROOM-1 Datasheet"),
        Chip(
            "esp32-c3", "ESP32-C3-MINI-1", .riscV, 160, flash: 4096, ram: 384,
            "ESP32-C3 Series Datasheet; ESP32-C3-MINI-1 Datasheet"),
        Chip(
            "esp32-c6", "ESP32-C6-WROOM-1-N4", .riscV, 160, flash: 4096, ram: 512,
            "ESP32-C6 Series Datasheet; ESP32-C6-WROOM-1 Datasheet"),
    ]

    /// RP2040 and RP2350 have no flash of their own. STM32F407: 64 of its 192 KB are memory of the core's alone.
    private static let arm = [
        Chip("samd21", "ATSAMD21G18A", .cortexM0Plus, 48, flash: 256, ram: 32, "Microchip DS40001882"),
        Chip(
            "rp2040", "Raspberry Pi Pico", .cortexM0Plus, 133, flash: 2048, ram: 264,
            "RP2040 Datasheet; Raspberry Pi Pico Datasheet"),
        Chip(
            "rp2350", "Raspberry Pi Pico 2", .cortexM33, 150, flash: 4096, ram: 520, hasFloat: true,
            "RP2350 Datasheet; Raspberry Pi Pico 2 Datasheet"),
        Chip("nrf52832", "nRF52832-QFAA", .cortexM4, 64, flash: 512, ram: 64, hasFloat: true, "nRF52832 Product Specification"),
        Chip("nrf52840", "nRF52840", .cortexM4, 64, flash: 1024, ram: 256, hasFloat: true, "nRF52840 Product Specification"),
        Chip(
            "nrf5340", "nRF5340, application core", .cortexM33, 128, flash: 1024, ram: 512, hasFloat: true,
            "nRF5340 Product Specification"),
        Chip("stm32f1", "STM32F103C8", .cortexM3, 72, flash: 64, ram: 20, "ST DS5319"),
        Chip("stm32f4", "STM32F407VG", .cortexM4, 168, flash: 1024, ram: 192, hasFloat: true, "ST DS8626"),
        Chip("stm32g0", "STM32G071RB", .cortexM0Plus, 64, flash: 128, ram: 36, "ST DS12232"),
        Chip("stm32h7", "STM32H743ZI", .cortexM7, 480, flash: 2048, ram: 1024, hasFloat: true, "ST DS12110"),
        Chip("stm32l4", "STM32L476RG", .cortexM4, 80, flash: 1024, ram: 128, hasFloat: true, "ST DS10198"),
        Chip("ra4m1", "R7FA4M1AB", .cortexM4, 48, flash: 256, ram: 32, hasFloat: true, "Renesas R01DS0355"),
        Chip(
            "imxrt1062", "Teensy 4.0", .cortexM7, 600, flash: 2048, ram: 1024, hasFloat: true, "NXP IMXRT1060CEC; PJRC's Teensy 4.0"
        ),
    ]
}
