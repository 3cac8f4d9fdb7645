public import CMotionCore
import Randomness

/// NOR flash for two slots: an erase sets a sector's bits, a program clears some of a unit's, and power may be lost within either.
public final class SimulatedFlash {
    /// Both slots.
    public let memory: UnsafeMutablePointer<UInt8>
    public let slotBytes: Int
    public let sectorBytes: Int
    public let unitBytes: Int
    /// Bytes that are erased or programmed before power is lost; nil: it is not.
    public var bytesBeforeCut: Int?
    /// Whether it was lost: then nothing works any more.
    public private(set) var isOff = false
    /// Rules of mq_flash that were broken.
    public private(set) var faults: [String] = []
    /// Erases since this was last set to 0.
    public var erases = 0
    /// Where sectors were erased and units programmed, since this was last emptied.
    public var touched: [Range<Int>] = []
    /// Whether what is programmed does not take, and is or is not told.
    public var isWornOut = false
    public var tellsWear = true
    private var isBlank: [Bool]
    private var generator: SeededGenerator

    public init(sectors: Int, sectorBytes: Int, unitBytes: Int, seed: UInt64) {
        slotBytes = sectors * sectorBytes
        self.sectorBytes = sectorBytes
        self.unitBytes = unitBytes
        generator = SeededGenerator(seed: seed)
        memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * slotBytes, alignment: 64).assumingMemoryBound(to: UInt8.self)
        isBlank = [Bool](repeating: false, count: 2 * slotBytes / unitBytes)
        // What flash holds that nobody has erased.
        for index in 0..<2 * slotBytes { memory[index] = UInt8.random(in: 0...255, using: &generator) }
    }

    deinit { UnsafeMutableRawPointer(memory).deallocate() }

    public func powerUp() {
        isOff = false
        bytesBeforeCut = nil
    }

    /// For a store that lives no longer than this.
    public var interface: mq_flash {
        mq_flash(
            memory: UnsafePointer(memory), slot_bytes: slotBytes, sector_bytes: sectorBytes, unit_bytes: unitBytes,
            self: Unmanaged.passUnretained(self).toOpaque(),
            erase: { SimulatedFlash.from($0).erase($1) },
            program: { SimulatedFlash.from($0).program($1, UnsafeBufferPointer(start: $2, count: $3)) })
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> SimulatedFlash {
        guard let pointer else { preconditionFailure("the store hands on what it was given") }
        return Unmanaged<SimulatedFlash>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func erase(_ offset: Int) -> Bool {
        guard !isOff else { return false }
        guard offset % sectorBytes == 0, offset < 2 * slotBytes else {
            faults.append("no sector begins at \(offset)")
            return false
        }
        erases += 1
        touched.append(offset..<offset + sectorBytes)
        for unit in offset / unitBytes..<(offset + sectorBytes) / unitBytes { isBlank[unit] = true }
        let done = work(sectorBytes)
        let isWhole = done == sectorBytes
        // Of a sector that is erased in part the beginning or the end is empty, or all of it has some bits too many.
        let manner = Int.random(in: 0...2, using: &generator)
        for index in 0..<sectorBytes {
            let before = memory[offset + index]
            let isReached = manner == 0 ? index < done : sectorBytes - index <= done
            let rest = manner == 2 ? before | UInt8.random(in: 0...255, using: &generator) : before
            memory[offset + index] = isWhole || (isReached && manner < 2) ? 0xFF : rest
        }
        return isWhole
    }

    private func program(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !isOff else { return false }
        guard offset % unitBytes == 0, bytes.count % unitBytes == 0, (1...256).contains(bytes.count),
            offset + bytes.count <= 2 * slotBytes
        else {
            faults.append("\(bytes.count) bytes at \(offset) are no whole units")
            return false
        }
        touched.append(offset..<offset + bytes.count)
        for unit in offset / unitBytes..<(offset + bytes.count) / unitBytes {
            if !isBlank[unit] { faults.append("unit \(unit) is programmed twice") }
            isBlank[unit] = false
        }
        guard !isWornOut else { return !tellsWear }
        let done = work(bytes.count)
        for index in 0..<bytes.count {
            let before = memory[offset + index]
            if index < done {
                memory[offset + index] &= bytes[index]
            } else if index / unitBytes == done / unitBytes {
                // The unit in which power was lost: any of its bits may be cleared already.
                memory[offset + index] &= bytes[index] | UInt8.random(in: 0...255, using: &generator)
            } else {
                memory[offset + index] = before
            }
        }
        return done == bytes.count
    }

    /// - Returns: how many of so many bytes are done before power is lost.
    private func work(_ count: Int) -> Int {
        guard let left = bytesBeforeCut else { return count }
        bytesBeforeCut = left - min(count, left)
        if left < count { isOff = true }
        return min(count, left)
    }
}
