import Foundation

extension String {
    /// Numbers as C's `printf` writes them: `String(printing: "%.2f", 0.5)`.
    ///
    /// Foundation's `String(format:)` does the same, but brings half of Foundation and ICU into memory with it.
    package init(printing format: String, _ numbers: any CVarArg...) {
        let length = withVaList(numbers) { vsnprintf(nil, 0, format, $0) }
        var text = [CChar](repeating: 0, count: Int(length < 0 ? 0 : length) + 1)
        _ = withVaList(numbers) { vsnprintf(&text, text.count, format, $0) }
        self.init(decoding: text.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
