import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("A board in an emulator whose sensor measures when it is read", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct PolledSensorTests {
    /// The board's files, with that other sensor.
    private func polledBoard() throws -> String {
        let source = Repository.root.appending(path: "firmware-protocol/swift/Board")
        let folder = FirmwareImage.folder.appending(path: "polled-board")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
            var text = try String(contentsOf: source.appending(path: name), encoding: .utf8)
            text = text.replacingOccurrences(of: "measuresAtTicks = true", with: "measuresAtTicks = false")
            try FirmwareImage.replace(folder.appending(path: name), with: text)
        }
        return folder.path
    }

    @Test(
        "stamps no sample earlier than its reading began, however long its network kept it from its ticks",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
    func stamps() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let image = try FirmwareImage("polled-400", of: GestureFirmware.image().model, rate: 400, board: polledBoard())
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts).status == 0)
        // 64 ns an instruction: a window keeps it busy for 14 ms, and a sample is due every 2.5 ms.
        let host = try RawHost(Emulator(image, counts: counts, arguments: ["-icount", "shift=6"]))
        try host.sayHello()
        try host.listen(seconds: 90) { host.frames.count { $0.header.kind == .prediction } > 24 }
        var predicted: UInt32?
        var compared = 0
        for frame in host.frames {
            if frame.header.kind == .prediction { predicted = frame.header.time }
            guard frame.header.kind == .data, let answer = predicted else { continue }
            // A PREDICTION has the time at which its last sample had been read: what was read later was measured later.
            #expect(Int32(bitPattern: frame.header.time &- answer) >= 0)
            compared += 1
            predicted = nil
        }
        #expect(compared > 20)
    }
}
