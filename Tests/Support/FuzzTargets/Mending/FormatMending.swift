import TestSupport

/// Check sums of other makes' frames, which a mutant has broken.
enum FormatMending {
    /// Of each short frame of WitMotion's, from one mark to the next.
    static func witMotion(_ bytes: inout [UInt8]) {
        var place = 0
        while place + 11 <= bytes.count {
            guard bytes[place] == 0x55, (0x50...0x5F).contains(bytes[place + 1]) else {
                place += 1
                continue
            }
            bytes[place + 10] = bytes[place..<place + 10].reduce(0, &+)
            place += 11
        }
    }

    /// What the sum of a message is finished with, by its number.
    private static let extras: [UInt8: UInt8] = [
        0: 50, 1: 124, 2: 137, 26: 170, 27: 144, 29: 115, 30: 39, 31: 246, 33: 104, 74: 20, 77: 143, 105: 93, 116: 76, 129: 46,
    ]

    /// Of each frame of MAVLink's, from one mark to the next.
    static func mavLink(_ bytes: inout [UInt8]) {
        var place = 0
        while place < bytes.count {
            let head = bytes[place] == 0xFE ? 6 : bytes[place] == 0xFD ? 10 : 0
            guard head > 0, place + head <= bytes.count else {
                place += 1
                continue
            }
            let end = place + head + Int(bytes[place + 1])
            guard end + 2 <= bytes.count, let extra = extras[bytes[place + (head == 6 ? 5 : 7)]] else {
                place += 1
                continue
            }
            bytes.put(UInt64(mavLinkSum(bytes[(place + 1)..<end] + [extra])), at: end, bytes: 2)
            place = end + 2
        }
    }
}
