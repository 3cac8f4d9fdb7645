import CZlib
import DataSets
import Randomness
import Testing

@Suite struct PNGTests {
    @Test func `a reader of PNG files gets every pixel back`() throws {
        var random = SeededGenerator(seed: 11)
        for side in [1, 2, 7, 64] {
            let pixels = (0..<side * side * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
            let image = GreyImage(width: side, height: side * 3, pixels: pixels)
            let file = try PNGFile(image.png)
            #expect(file.header == [0, 0, 0, UInt8(side), 0, 0, 0, UInt8(side * 3), 8, 0, 0, 0, 0])
            #expect(try file.pixels(width: side, height: side * 3) == pixels)
        }
    }

    @Test func `a stretched picture is small`() {
        let rows = (0..<40).flatMap { row in (0..<6).map { UInt8((row * 37 + $0 * 91) % 256) } }
        let picture = GreyImage(width: 6, height: 40, pixels: rows).square(128)
        #expect(picture.png.count < 128 * 128 / 8)
    }
}

/// A reader of grey PNG files with one data chunk and the filters none and up: the format's own words (ISO/IEC 15948) once more.
private struct PNGFile {
    var header: [UInt8] = []
    private var data: [UInt8] = []

    struct Fault: Error {}

    init(_ bytes: [UInt8]) throws {
        guard Array(bytes.prefix(8)) == [137, 80, 78, 71, 13, 10, 26, 10] else { throw Fault() }
        var at = 8
        var types: [String] = []
        while at + 12 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard at + 12 + length <= bytes.count else { throw Fault() }
            let checked = Array(bytes[at + 4..<at + 8 + length])
            let sum = bytes[at + 8 + length..<at + 12 + length].reduce(UInt(0)) { $0 << 8 | UInt($1) }
            guard crc32(0, checked, UInt32(checked.count)) == sum else { throw Fault() }
            let type = String(decoding: checked.prefix(4), as: UTF8.self)
            types.append(type)
            if type == "IHDR" { header = Array(checked.dropFirst(4)) }
            if type == "IDAT" { data = Array(checked.dropFirst(4)) }
            at += 12 + length
        }
        guard at == bytes.count, types == ["IHDR", "IDAT", "IEND"] else { throw Fault() }
    }

    func pixels(width: Int, height: Int) throws -> [UInt8] {
        var count = UInt((width + 1) * height)
        var rows = [UInt8](repeating: 0, count: Int(count))
        guard uncompress(&rows, &count, data, UInt(data.count)) == Z_OK, Int(count) == rows.count else { throw Fault() }
        var pixels: [UInt8] = []
        for row in 0..<height {
            let filter = rows[row * (width + 1)]
            guard filter == 0 || (filter == 2 && row > 0) else { throw Fault() }
            for column in 0..<width {
                let above = filter == 2 ? pixels[(row - 1) * width + column] : 0
                pixels.append(rows[row * (width + 1) + 1 + column] &+ above)
            }
        }
        return pixels
    }
}
