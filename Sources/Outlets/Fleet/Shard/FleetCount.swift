package import LiveLoop
import WireProtocol

/// Everything that was counted of a shard's devices together.
package struct FleetCount: Sendable {
    package private(set) var devices = 0
    /// Those that are followed now.
    package private(set) var followed = 0
    package private(set) var samples: UInt64 = 0
    package private(set) var lost: UInt64 = 0
    package private(set) var windows: UInt64 = 0
    package private(set) var gestures: UInt64 = 0
    /// Frames that were damaged, or began before they were listened to.
    package private(set) var damaged: UInt64 = 0
    package private(set) var commands = SettledCommands()
    /// Commands that were too old to be sent, and writes that the broker did not take.
    package private(set) var stale: UInt64 = 0
    package private(set) var untaken: UInt64 = 0
    /// Of every command that was applied: last sample of the window → applied, by the devices' clocks.
    package private(set) var age = LatencyHistogram()

    package init() {}

    mutating func add(_ device: LiveStatistics, isFollowed: Bool) {
        devices += 1
        if isFollowed { followed += 1 }
        samples += device.samples
        lost += device.lostSamples
        windows += device.windows
        gestures += device.entered
        damaged += UInt64(device.frames.crcErrors + device.frames.framingErrors)
        commands.add(device.commandsSettled)
        stale += device.commandsStale
        untaken += device.writesTimedOut
        age.add(device.age)
    }
}
