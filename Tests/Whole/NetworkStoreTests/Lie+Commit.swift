import DeviceTools
import TestSupport
import WireProtocol

extension Lie {
    static let commit =
        answers(at: .commit, step: .commit)
        + statuses(at: .commit, step: .commit, [2, 4, 5, 7, 8], ofNetwork: [4, 7]) + [
            Lie(.commit, "finds each image damaged", .damaged) { $0.status(3, at: .commit) },
            Lie(.commit, "says each time that none is begun", .resets) { $0.status(6, at: .commit) },
            Lie(.commit, "says that bytes are missing, and wants none", .standsStill(at: 3000)) {
                $0.status(1, next: 3000, at: .commit)
            },
            Lie(.commit, "wants all of it again", goesBack) { $0.status(1, next: 0, at: .commit) },
            Lie(.commit, "wants bytes beyond the end", .wantsBeyond(3001)) { $0.status(1, next: 3001, at: .commit) },
            Lie(.commit, "resets at each one", .resets) {
                $0.obeys = { !$0.isAt(.commit) }
                $0.lie(at: .commit) { device, _, _ in device.reset() }
            },
            Lie(.commit, "does not say who it is before", .unanswered(nil)) {
                $0.whenGreeted = { if $0.begins == 0 { $0.greet() } }
            },
        ]

    /// What it is after it said that it is done.
    static let after = [
        Lie(.after, "boasts", isNotRunning) { $0.boast(at: .after) },
        Lie(.after, "announces yet another network", isNotRunning) { $0.after { $0.network = 0xBAD } },
        Lie(.after, "announces no network", isNotRunning) { $0.after { ($0.network, $0.image) = (0, nil) } },
        Lie(.after, "never tells a network", .untold) {
            $0.identity.network = nil
            $0.after { ($0.network, $0.image) = (nil, nil) }
        },
        Lie(.after, "tells no network any more", .untold) { $0.after { ($0.network, $0.image) = (nil, nil) } },
        Lie(.after, "announces other decision options", isOtherOptions) { $0.after { $0.image = 0xBAD } },
        Lie(.after, "announces the image of another network", isNotRunning) { $0.after { $0.network = 0xBAD } },
        Lie(.after, "boasts, of the network that it ran with other options", isOtherOptions) {
            ($0.identity.network, $0.identity.image) = (Lie.network, 0xBAD)
            $0.boast(at: .after)
        },
        Lie(.after, "greets no more", .silentAfterwards) {
            $0.boast(at: .after)
            $0.whenGreeted = { if $0.orders == 0 { $0.greet() } }
        },
        Lie(.after, "says halves of HELLO", .silentAfterwards) {
            $0.boast(at: .after)
            $0.whenGreeted = { device in
                if device.orders == 0 { return device.greet() }
                device.put(Array(device.frame(.hello, isReply: true) { device.identity.write(to: &$0) }.prefix(20)))
            }
        },
        Lie(.after, "says HELLO of another major version", .otherVersion) {
            $0.boast(at: .after)
            $0.whenGreeted = { if $0.orders == 0 { $0.greet() } else { $0.sayOtherMajor(.hello) } }
        },
        Lie(.after, "resets without end", isNotRunning) {
            $0.boast(at: .after)
            $0.whenever = { if $0.orders > 0 { $0.reset() } }
        },
        Lie(.after, "is another board", isOtherBoard) {
            $0.lie(at: .after) { device, _, honest in
                device.say(honest)
                device.becomeOther { $0.uniqueID = LyingDevice.text("B") }
            }
        },
    ]

    static let forget =
        answers(at: .forget, step: .forget)
        + statuses(at: .forget, step: .forget, [1, 2, 3, 4, 5, 6, 7, 8], ofNetwork: []) + [
            Lie(.forget, "boasts, and tells the image that it runs", isNotRunning) {
                $0.identity.image = 0xBAD
                $0.boast(at: .forget)
            },
            Lie(.forget, "never tells a network", .untold) {
                $0.identity.network = nil
                $0.boast(at: .forget)
            },
            Lie(.forget, "greets no more", .silentAfterwards) {
                $0.boast(at: .forget)
                $0.whenGreeted = { if $0.orders == 0 { $0.greet() } }
            },
            Lie(.forget, "resets at each one", .resets) {
                $0.obeys = { _ in false }
                $0.lie(at: .forget) { device, _, _ in device.reset() }
            },
            Lie(.forget, "is another board by then", isOtherBoard) {
                $0.lie(at: .forget) { device, _, _ in device.becomeOther { $0.uniqueID = LyingDevice.text("B") } }
            },
        ]
}

extension LyingDevice {
    /// Says that it has taken the image, and announces something else.
    func after(_ change: @escaping (inout HelloMessage) -> Void) {
        lie(at: .after) { device, _, honest in device.say(honest) }
        whenGreeted = { device in
            var told = device.identity
            if device.orders > 0 { change(&told) }
            device.greet(as: told)
        }
        // What it says by itself is no other thing.
        obeys = { !$0.isAt(.after) }
        let ask = whenAsked
        whenAsked = { device, message, honest in
            ask(device, message, honest)
            guard message.isAt(.after) else { return }
            (device.identity.network, device.identity.image) = (Lie.network, Lie.hash)
        }
    }
}
