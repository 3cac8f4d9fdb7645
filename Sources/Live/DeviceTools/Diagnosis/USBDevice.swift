import Formatting

/// A USB device as `/sys/bus/usb/devices` shows it.
struct USBDevice: Equatable {
    struct Interface: Equatable {
        /// `bInterfaceClass`: 0x02 is communications, 0xFF the vendor's own.
        var kind: Int
        /// The kernel's driver; nil where none has taken it.
        var driver: String?
        /// The ports that the driver made of it, such as `ttyUSB0`.
        var ports: [String]
    }

    var vendor: Int
    var product: Int
    /// What it calls itself; empty for many cheap adapters.
    var name: String
    var isHub: Bool
    var interfaces: [Interface]

    var ports: [String] { interfaces.flatMap(\.ports) }
    var drivers: [String] { interfaces.compactMap(\.driver) }

    /// `FTDI FT232R USB UART (0403:6001)`.
    var words: String {
        let number = String(printing: "%04x:%04x", vendor, product)
        return name.isEmpty ? number : "\(printable(name)) (\(number))"
    }

    /// The module that makes a serial port of this device; nil if it does not look like a serial device.
    var serialDriver: String? {
        if let driver = Self.knownChips[vendor]?(product) { return driver }
        return interfaces.contains { $0.kind == 0x02 } ? "cdc_acm" : nil
    }

    /// By vendor: the chips that stand between USB and a microcontroller's UART.
    private static let knownChips: [Int: @Sendable (_ product: Int) -> String?] = [
        0x0403: { [0x6001, 0x6006, 0x6010, 0x6011, 0x6014, 0x6015].contains($0) ? "ftdi_sio" : nil },
        0x067B: { [0x2303, 0x2304, 0x23A3, 0x23B3, 0x23C3, 0x23D3].contains($0) ? "pl2303" : nil },
        0x10C4: { [0xEA60, 0xEA61, 0xEA63, 0xEA70, 0xEA71].contains($0) ? "cp210x" : nil },
        0x1A86: { [0x5523, 0x7522, 0x7523].contains($0) ? "ch341" : [0x55D2, 0x55D3, 0x55D4].contains($0) ? "cdc_acm" : nil },
    ]

    /// All that are plugged in; nil where the system does not tell.
    static func all(_ tree: any SystemTree) -> [USBDevice]? {
        let folder = "/sys/bus/usb/devices"
        guard let names = tree.names(folder) else { return nil }
        return names.filter { !$0.contains(":") }.compactMap { name in
            let place = "\(folder)/\(name)"
            guard let vendor = number(tree.line("\(place)/idVendor")), let product = number(tree.line("\(place)/idProduct")) else {
                return nil
            }
            let (maker, called) = (tree.line("\(place)/manufacturer") ?? "", tree.line("\(place)/product") ?? "")
            // Many a product's name begins with its maker's.
            let words = (called.hasPrefix(maker) ? [called] : [maker, called]).filter { !$0.isEmpty }
            return USBDevice(
                vendor: vendor, product: product, name: words.joined(separator: " "),
                isHub: number(tree.line("\(place)/bDeviceClass")) == 0x09,
                interfaces: names.filter { $0.hasPrefix("\(name):") }.map { Interface(tree, "\(folder)/\($0)") })
        }
    }

    fileprivate static func number(_ text: String?) -> Int? { text.flatMap { Int($0, radix: 16) } }
}

extension USBDevice.Interface {
    init(_ tree: any SystemTree, _ place: String) {
        kind = USBDevice.number(tree.line("\(place)/bInterfaceClass")) ?? 0
        driver = tree.target("\(place)/driver").flatMap { $0.split(separator: "/").last.map(String.init) }
        // Drivers of adapters make a folder ttyUSB0, those of CDC devices a folder tty with ttyACM0 in it.
        let adapters = (tree.names(place) ?? []).filter { $0.hasPrefix("ttyUSB") }
        ports = adapters + (tree.names("\(place)/tty") ?? [])
    }
}
