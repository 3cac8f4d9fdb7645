import Foundation

extension String {
    /// Numbers as C's `printf` writes them: `String(printing: "%.2f", 0.5)`.
    ///
    /// Foundation's `String(format:)` brings half of Foundation and ICU into memory with it. The format is a literal, so that no
    /// name that somebody chose becomes a part of it; digits that are chosen come in as `%.*f` and an `Int32`.
    package init(printing format: StaticString, _ numbers: any CVarArg...) {
        let format = UnsafeRawPointer(format.utf8Start).assumingMemoryBound(to: CChar.self)
        let length = withVaList(numbers) { vsnprintf(nil, 0, format, $0) }
        var text = [CChar](repeating: 0, count: Int(length < 0 ? 0 : length) + 1)
        _ = withVaList(numbers) { vsnprintf(&text, text.count, format, $0) }
        self.init(decoding: text.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
