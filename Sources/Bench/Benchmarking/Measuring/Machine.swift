import Files
import Foundation

/// The machine that figures were measured on.
public enum Machine {
    /// The processor's name as the system tells it; nil if it does not.
    public static var processor: String? {
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0, size > 1 else { return nil }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            guard let table = try? WholeFile.bytes(ofFileAt: "/proc/cpuinfo", limit: 1 << 24) else { return nil }
            let line = String(decoding: table, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("model name") }
            return line?.split(separator: ":", maxSplits: 1).last.map { String($0.drop(while: \.isWhitespace)) }
        #endif
    }
}
