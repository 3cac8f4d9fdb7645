import Foundation

/// The names in a recording's rows. Each label is made once, however many rows it stands in.
package struct RowNames {
    /// Of the row that was read last; nil for nobody.
    private(set) var session = ""
    private(set) var subject: String?
    private(set) var label = ""

    private var sessionBytes: [UInt8]?
    private var labelBytes: [UInt8]?
    private var labels: [[UInt8]: String] = [:]

    /// What is wrong with a name.
    struct Fault: Error {
        let problem: String
    }

    /// Bytes of a name, and different labels of a recording, at most.
    package static let longest = 1_024
    package static let mostLabels = 4_096

    /// - Returns: whether another session begins. The subject is that of its first row.
    mutating func read(_ row: CSVRow, _ layout: ColumnLayout) throws(Fault) -> Bool {
        let label = row.field(layout.label)
        if !Self.isSame(label, labelBytes) { try readLabel(Array(label)) }
        let name = row.field(layout.session)
        if Self.isSame(name, sessionBytes) { return false }
        let isFirst = sessionBytes == nil
        let old = session
        sessionBytes = Array(name)
        session = try text(row, layout.session, "session")
        // The same name may be spelled in two ways.
        guard isFirst || session != old else { return false }
        subject = nil
        if let column = layout.subject, !row.field(column).isEmpty { subject = try text(row, column, "subject") }
        return true
    }

    private mutating func readLabel(_ bytes: [UInt8]) throws(Fault) {
        labelBytes = bytes
        if let known = labels[bytes] { return label = known }
        try Self.check(bytes.count, "label")
        guard labels.count < Self.mostLabels else {
            throw Fault(problem: "more than \(Self.mostLabels) different labels; a label names what is done, not a sample")
        }
        label = String(decoding: bytes, as: UTF8.self)
        labels[bytes] = label
    }

    private func text(_ row: CSVRow, _ column: Int, _ kind: String) throws(Fault) -> String {
        try Self.check(row.field(column).count, kind)
        return row.text(column)
    }

    private static func check(_ count: Int, _ kind: String) throws(Fault) {
        guard count <= longest else {
            throw Fault(problem: "a \(kind) of \(count) bytes; it may have \(longest)")
        }
    }

    private static func isSame(_ field: UnsafeRawBufferPointer, _ bytes: [UInt8]?) -> Bool {
        guard let bytes, bytes.count == field.count else { return false }
        return bytes.withUnsafeBytes { known in
            guard let known = known.baseAddress, let field = field.baseAddress else { return true }
            return memcmp(known, field, bytes.count) == 0
        }
    }
}
