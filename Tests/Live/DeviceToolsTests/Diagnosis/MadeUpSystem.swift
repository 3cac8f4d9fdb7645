import DeviceTools
import Files

/// Folders that stand for /sys, /dev, /etc and /proc.
struct MadeUpSystem: SystemTree {
    private var files: [String: String] = [:]
    private var links: [String: String] = [:]
    private var nodes: [String: FileNode] = [:]
    /// That are there, also if nothing is in them; and those that may not be listed.
    private var folders: Set<String> = []
    private var closed: Set<String> = []

    /// A Linux machine of the user `me` in the groups 1000 and 4, with no USB device.
    init(hasUSB: Bool = true, hasProcesses: Bool = true) {
        if hasUSB { folders.insert("/sys/bus/usb/devices") }
        files["/etc/group"] = "root:x:0:\nadm:x:4:me\ndialout:x:20:other\nme:x:1000:\n"
        files["/etc/passwd"] = "root:x:0:0:root:/root:/bin/sh\nme:x:1000:1000:Me:/home/me:/bin/sh\n"
        guard hasProcesses else { return }
        files["/proc/self/status"] = "Name:\tmotionq\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nGroups:\t4 1000\n"
        links["/proc/self"] = "4242"
        run("motionq", as: 4242, holding: ["/dev/ttyUSB0"])
    }

    func text(_ path: String) -> String? { files[path] }
    func target(_ path: String) -> String? { links[path] }
    func node(_ path: String) -> FileNode? { nodes[path] }

    func names(_ path: String) -> [String]? {
        guard !closed.contains(path) else { return nil }
        let inside = [Array(files.keys), Array(links.keys), Array(folders)].joined().filter { $0.hasPrefix(path + "/") }
        let names = Set(inside.map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) })
        return names.isEmpty && !folders.contains(path) ? nil : names.sorted()
    }

    /// Plugs a USB device in.
    ///
    /// - Parameters:
    ///   - kind: the class of its one interface.
    ///   - port: what the driver makes of it.
    mutating func plugIn(
        _ vendor: String, _ product: String, maker: String = "", name: String = "", kind: String = "ff", driver: String? = nil,
        port: String? = nil, isHub: Bool = false, at place: String = "1-1"
    ) {
        let device = "/sys/bus/usb/devices/\(place)"
        files["\(device)/idVendor"] = vendor + "\n"
        files["\(device)/idProduct"] = product + "\n"
        files["\(device)/bDeviceClass"] = isHub ? "09\n" : "00\n"
        if !maker.isEmpty { files["\(device)/manufacturer"] = maker + "\n" }
        if !name.isEmpty { files["\(device)/product"] = name + "\n" }
        files["\(device):1.0/bInterfaceClass"] = kind + "\n"
        if let driver { links["\(device):1.0/driver"] = "../../../../bus/usb/drivers/\(driver)" }
        guard let port else { return }
        folders.insert(port.hasPrefix("ttyUSB") ? "\(device):1.0/\(port)" : "\(device):1.0/tty/\(port)")
        addNode("/dev/\(port)")
    }

    /// A device's node; by default as udev makes it, and closed to us.
    mutating func addNode(_ path: String, group: UInt32 = 20, rights: UInt32 = 0o660, isUsable: Bool = false) {
        nodes[path] = FileNode(owner: 0, group: group, rights: rights, isUsable: isUsable)
    }

    mutating func removeNode(_ path: String) { nodes[path] = nil }

    mutating func link(_ path: String, to target: String) { links[path] = target }
    mutating func write(_ path: String, _ text: String) { files[path] = text }

    /// A process; nil descriptors are those of another user's.
    mutating func run(_ name: String, as id: Int, holding paths: [String]?) {
        files["/proc/\(id)/comm"] = name + "\n"
        guard let paths else { return _ = closed.insert("/proc/\(id)/fd") }
        folders.insert("/proc/\(id)/fd")
        for (number, path) in paths.enumerated() { links["/proc/\(id)/fd/\(number)"] = path }
    }
}
