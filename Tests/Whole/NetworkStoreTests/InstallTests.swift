import CMotionCore
import DeviceTools
import Formatting
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing
import WireProtocol

@Suite("An installation over the line")
struct InstallTests {
    private func image(units: Int, seed: UInt64) throws -> NetworkImage {
        try NetworkImage(of: randomQuantizedNetwork(.init(8, 4, 3, nil, [units], [3]), carriesState: false, seed: seed))
    }

    private func device(seed: UInt64 = 1) -> InstallableDevice {
        InstallableDevice(SimulatedFlash(sectors: 8, sectorBytes: 4096, unitBytes: 8, seed: seed), seed: seed)
    }

    private func install(_ image: NetworkImage, on device: InstallableDevice) throws(InstallFailure) -> HelloMessage {
        try Installer(over: device, session: 7) { _ in }.run(
            .install(image: image.bytes, imageHash: image.hash, network: image.networkHash)
        ).device
    }

    @Test("makes the device run the network, and tells of it in HELLO, also after the next boot")
    func installs() throws {
        let device = device()
        let image = try image(units: 20, seed: 1)
        #expect(try install(image, on: device).network == image.networkHash)
        device.boot()
        #expect(device.running == image.networkHash)
        #expect(device.activeImage == image.bytes)
        let forgotten = try Installer(over: device, session: 8) { _ in }.run(.forget)
        #expect(forgotten.device.network == device.builtIn && forgotten.changed)
        device.boot()
        #expect(device.running == device.builtIn)
    }

    @Test("goes through a line that damages one byte of two hundred", arguments: 1...8 as ClosedRange<UInt64>)
    func damage(seed: UInt64) throws {
        let device = device(seed: seed)
        device.damage = 200
        let image = try image(units: 24, seed: seed)
        #expect(try install(image, on: device).network == image.networkHash)
        device.boot()
        #expect(device.activeImage == image.bytes)
    }

    @Test("begins again when the device resets, and gives up one that never stays up")
    func resets() throws {
        let device = device()
        let image = try image(units: 24, seed: 3)
        device.resetAt = device.now + 60_000
        #expect(try install(image, on: device).network == image.networkHash)
        #expect(device.boots == 2)
        var sendings = 0
        let restless = InstallableDevice(SimulatedFlash(sectors: 8, sectorBytes: 4096, unitBytes: 8, seed: 5), seed: 5)
        let installer = Installer(over: restless, session: 9) { progress in
            sendings += 1
            if case .sent(let bytes) = progress, bytes > 400 { restless.resetAt = restless.now }
        }
        #expect(throws: InstallFailure.self) {
            _ = try installer.run(.install(image: image.bytes, imageHash: image.hash, network: image.networkHash))
        }
        #expect(sendings < 100)
        #expect(restless.running == restless.builtIn)
    }

    @Test("is not taken for done if the device resets at the commit and ran the same network before")
    func sameNetwork() throws {
        let device = device()
        let network = randomQuantizedNetwork(.init(8, 4, 3, nil, [16], [3]), carriesState: false, seed: 11)
        var decision = DecisionParameters()
        let first = try NetworkImage(of: network, decision: decision)
        #expect(try install(first, on: device).network == first.networkHash)
        decision.threshold = 12_345
        let second = try NetworkImage(of: network, decision: decision)
        #expect(second.networkHash == first.networkHash && second.hash != first.hash)
        // Power is lost with the last byte of the record.
        device.flash.bytesBeforeCut = second.bytes.count + 256 + 2 * 4096 - 1
        _ = try install(second, on: device)
        #expect(device.activeImage == second.bytes)
    }

    @Test("is given up if the device never wants more of it")
    func standstill() throws {
        let device = device()
        device.forgetsBlocks = true
        let image = try image(units: 20, seed: 1)
        #expect(throws: InstallFailure.self) { _ = try install(image, on: device) }
        #expect(device.running == device.builtIn)
    }

    @Test("is refused for what does not fit the device, which runs on as before")
    func refuses() throws {
        let device = device()
        let first = try image(units: 8, seed: 4)
        #expect(try install(first, on: device).network == first.networkHash)
        device.accepts = { $0 == first.bytes }
        let other = try image(units: 12, seed: 5)
        let failure = #expect(throws: InstallFailure.self) { _ = try install(other, on: device) }
        #expect(failure?.sentence.description.contains("does not fit this device") == true)
        #expect(device.running == first.networkHash)
        let large = try image(units: 90, seed: 6)
        let tooLarge = #expect(throws: InstallFailure.self) { _ = try install(large, on: device) }
        #expect(tooLarge?.sentence.description.contains("larger than a slot") == true)
        device.boot()
        #expect(device.activeImage == first.bytes)
    }

    /// What ends an installation.
    private enum Interruption: CaseIterable { case lineCut, powerCut, reset, damage }

    @Test("interrupted at any byte leaves the old network or the new one, 1,000 times", arguments: 1...20 as ClosedRange<UInt64>)
    func interrupted(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let units = [1, 8, 256][Int(seed % 3)]
        let device = InstallableDevice(SimulatedFlash(sectors: 8, sectorBytes: 4096, unitBytes: units, seed: seed), seed: seed)
        let images = try (0..<6).map { try image(units: 4 + 6 * $0, seed: UInt64($0) + 1) }
        var old: NetworkImage?
        var census: [Interruption: (old: Int, new: Int)] = [:]
        for _ in 0..<50 {
            let new = images[Int.random(in: 0..<images.count, using: &generator)]
            let interruption = Interruption.allCases.randomElement(using: &generator) ?? .reset
            // Up to a little more than all there is to do.
            let share = Double.random(in: 0...1.1, using: &generator)
            switch interruption {
            case .lineCut: device.bytesBeforeLineCut = Int(share * Double(new.bytes.count) * 1.1) + 60
            case .powerCut: device.flash.bytesBeforeCut = Int(share * Double(new.bytes.count + 3 * 4096))
            case .reset: device.resetAt = device.now + UInt64(share * Double(new.bytes.count / 224 + 4) * 5_000)
            case .damage: device.damage = 40
            }
            _ = try? install(new, on: device)
            device.bytesBeforeLineCut = nil
            device.resetAt = nil
            device.damage = 0
            device.boot()
            let active = device.activeImage
            try #require(active == old?.bytes || active == new.bytes, "after \(interruption)")
            try #require(device.running == (active == new.bytes ? new.networkHash : old?.networkHash ?? device.builtIn))
            let isNew = active == new.bytes
            census[interruption, default: (0, 0)].old += isNew ? 0 : 1
            census[interruption, default: (0, 0)].new += isNew ? 1 : 0
            if isNew { old = new }
        }
        #expect(device.flash.faults.isEmpty)
        #expect(census.count == 4 && census.values.contains { $0.old > 0 } && census.values.contains { $0.new > 0 })
    }
}
