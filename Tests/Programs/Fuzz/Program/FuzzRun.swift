import CLibFuzzer
import Foundation
import FuzzTargets
import Randomness

/// The one target that the process runs, and what went through it.
enum FuzzRun {
    nonisolated(unsafe) static var target = FuzzTarget.all[0]
    nonisolated(unsafe) private static var mutants: UInt64 = 0
    /// Bytes that went through: in a file that MOTIONQ_FUZZ_COUNT names, for libFuzzer ends a process without a word of ours.
    nonisolated(unsafe) private static let bytes = sharedNumber(at: environment["MOTIONQ_FUZZ_COUNT"])
    /// Bytes after which the run ends; none without the variable MOTIONQ_FUZZ_MEGABYTES.
    private static let mostBytes = environment["MOTIONQ_FUZZ_MEGABYTES"].flatMap { Int($0) }.map { $0 << 20 }
    private static let environment = ProcessInfo.processInfo.environment

    /// Hands the process to libFuzzer.
    static func start(with arguments: [String]) -> Never {
        var count = Int32(arguments.count)
        let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
        for (place, argument) in arguments.enumerated() { copies[place] = strdup(argument) }
        copies[arguments.count] = nil
        var list = copies
        let status = LLVMFuzzerRunDriver(&count, &list) { data, size in
            FuzzRun.check(UnsafeBufferPointer(start: data, count: size))
            return 0
        }
        exit(status)
    }

    private static func check(_ input: UnsafeBufferPointer<UInt8>) {
        bytes.pointee += input.count
        do throws(FuzzFault) {
            try target.check(Array(input))
        } catch {
            fatalError("target \(target.name): \(error)")
        }
        // libFuzzer ends the run in its own way, with its figures.
        if let mostBytes, bytes.pointee >= mostBytes { raise(SIGUSR1) }
    }

    /// Changes an input as libFuzzer does, makes every fourth a long one, and in seven cases of eight makes sums and lengths in it
    /// true.
    static func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
        var count = LLVMFuzzerMutate(data, size, most)
        mutants &+= 1
        if mutants % 4 == 1 { count = lengthen(data, count, most, seed) }
        guard let mend = target.mend, mutants % 8 != 0 else { return count }
        var bytes = Array(UnsafeBufferPointer(start: data, count: count))
        mend(&bytes)
        guard bytes.count <= most else { return count }
        data.update(from: bytes, count: bytes.count)
        return bytes.count
    }

    /// Repeats a part of an input, as devices and tables do: libFuzzer's own inputs stay short, and reach no place where a reader
    /// needs its next piece.
    ///
    /// - Returns: the length.
    private static func lengthen(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
        var random = SeededGenerator(seed: UInt64(seed))
        guard size > 1, size < most else { return size }
        let begin = Int.random(in: 0..<size, using: &random)
        let end = Int.random(in: begin + 1...size, using: &random)
        let length = Int.random(in: size...most, using: &random)
        let rest = Array(UnsafeBufferPointer(start: data + end, count: size - end))
        // What follows the stretch stays at the end.
        for place in end..<length - rest.count { data[place] = data[place - (end - begin)] }
        (data + (length - rest.count)).update(from: rest, count: rest.count)
        return length
    }

    /// A number in the first eight bytes of a file, which others can read; without a file one of our own.
    private static func sharedNumber(at path: String?) -> UnsafeMutablePointer<Int> {
        let descriptor = path.map { open($0, O_RDWR | O_CREAT, 0o600) } ?? -1
        guard descriptor >= 0, ftruncate(descriptor, 8) == 0,
            let memory = mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else {
            let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            number.initialize(to: 0)
            return number
        }
        return memory.assumingMemoryBound(to: Int.self)
    }
}

@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
    FuzzRun.mutate(data, size, most, seed)
}
