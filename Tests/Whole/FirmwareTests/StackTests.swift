import Foundation
import TestSupport
import Testing

@Suite("The firmware's stack", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct StackTests {
    /// Bytes that no way through a firmware exceeds, and those that its linker reserves.
    private func stack(_ image: FirmwareImage) throws -> (most: Int, reserved: Int) {
        let folder = URL(filePath: image.path).deletingLastPathComponent()
        let words = try FirmwareImage.output(of: "python3 firmware-protocol/swift/stack.py '\(image.path)'", in: folder)
        let symbols = try FirmwareImage.output(of: "arm-none-eabi-nm '\(image.path)' | grep ' link_stack_size$'", in: folder)
        let most = try #require(words.split(separator: "\n").first.flatMap { Int($0) })
        return (most, try #require(symbols.split(separator: " ").first.flatMap { Int($0, radix: 16) }))
    }

    @Test("is reserved for the deepest of all ways through its calls, an interrupt and a fault on top")
    func bounded() throws {
        let (most, reserved) = try stack(FirmwareImage.demo())
        #expect(most > 4_096 && most <= reserved)
    }

    @Test(
        "is so for a network of 200 units behind a convolution as well",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
    func large() throws {
        let (most, reserved) = try stack(GestureFirmware.image())
        #expect(most <= reserved)
    }

    @Test("is so for a network behind the orientation filter as well")
    func derived() throws {
        let (most, reserved) = try stack(OrientationBitTests.Inputs.level.image())
        #expect(most <= reserved)
    }

    @Test("is so for a network that is taught where it runs as well")
    func taught() throws {
        let world = try TaughtWorld()
        defer { world.remove() }
        let (most, reserved) = try stack(world.image)
        #expect(most <= reserved)
    }
}
