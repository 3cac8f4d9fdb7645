/// The processes that `/proc` shows.
struct Processes {
    struct Process: Equatable {
        var id: Int
        var name: String
    }

    private let tree: any SystemTree
    /// But for this one.
    let all: [Process]

    /// Nil where the system shows none.
    init?(_ tree: any SystemTree) {
        self.tree = tree
        guard let ours = tree.target("/proc/self"), let names = tree.names("/proc") else { return nil }
        all = names.compactMap { name in
            guard let id = Int(name), name != ours else { return nil }
            return Process(id: id, name: tree.line("/proc/\(id)/comm") ?? "?")
        }
    }

    func named(_ name: String) -> Process? { all.first { $0.name == name } }

    /// Those that have a path open, and whether all could be looked at: others' are closed to all but root.
    ///
    /// A process that also holds the other side of pseudo-terminals is not counted for one of them: it is the device.
    func holding(_ path: String) -> (holders: [Process], areAllSeen: Bool) {
        var holders: [Process] = []
        var areAllSeen = true
        for process in all {
            guard let descriptors = tree.names("/proc/\(process.id)/fd") else {
                areAllSeen = false
                continue
            }
            let open = descriptors.compactMap { tree.target("/proc/\(process.id)/fd/\($0)") }
            let isDevice = path.hasPrefix("/dev/pts/") && open.contains { $0 == "/dev/ptmx" || $0 == "/dev/pts/ptmx" }
            if open.contains(path), !isDevice { holders.append(process) }
        }
        return (holders, areAllSeen)
    }
}
