import CLibYAML

/// A place in a YAML document: a scalar, a sequence or a mapping. Looked at on demand, so that aliases cost nothing, however they
/// are nested.
package struct YAMLNode {
    fileprivate let document: YAMLDocument
    fileprivate let index: Int32

    /// Counted from 1.
    package var line: Int { node.map { Int($0.pointee.start_mark.line) + 1 } ?? 1 }

    /// The text of a scalar.
    package var text: String? {
        guard let node, node.pointee.type == YAML_SCALAR_NODE else { return nil }
        let scalar = node.pointee.data.scalar
        return String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    }

    package var sequence: [YAMLNode]? {
        guard let node, node.pointee.type == YAML_SEQUENCE_NODE else { return nil }
        let items = node.pointee.data.sequence.items
        return UnsafeBufferPointer(start: items.start, count: items.top - items.start).map {
            YAMLNode(document: document, index: $0)
        }
    }

    package var mapping: [(key: YAMLNode, value: YAMLNode)]? {
        guard let node, node.pointee.type == YAML_MAPPING_NODE else { return nil }
        let pairs = node.pointee.data.mapping.pairs
        return UnsafeBufferPointer(start: pairs.start, count: pairs.top - pairs.start).map {
            (YAMLNode(document: document, index: $0.key), YAMLNode(document: document, index: $0.value))
        }
    }

    private var node: UnsafeMutablePointer<yaml_node_t>? { yaml_document_get_node(document.document, index) }
}

/// A document as libyaml loads it.
package final class YAMLDocument {
    fileprivate let document = UnsafeMutablePointer<yaml_document_t>.allocate(capacity: 1)

    /// What is wrong with a text, and where.
    package struct Fault: Error {
        package var line: Int?
        package var problem: String
    }

    /// More than any map or recipe needs. libyaml sets no bound of its own, and its time grows with the square of the depth.
    private static let mostLevels = 64

    /// Reads a text of one document.
    package init(_ text: String) throws(Fault) {
        document.initialize(to: yaml_document_t())
        let bytes = Array(text.utf8)
        let fault =
            Self.parsing(bytes) { parser, bytes in Self.tooDeep(parser) }
            ?? Self.parsing(bytes) { [document] parser, bytes in
                guard yaml_parser_load(parser, document) == 1 else { return Self.fault(parser, bytes) }
                return Self.faultBehind(parser, bytes)
            }
        if let fault { throw fault }
    }

    /// - Parameter body: gets a parser in front of these bytes.
    private static func parsing(
        _ bytes: [UInt8], _ body: (UnsafeMutablePointer<yaml_parser_t>, UnsafeBufferPointer<UInt8>) -> Fault?
    ) -> Fault? {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else { return Fault(line: nil, problem: "no memory") }
        defer { yaml_parser_delete(parser) }
        // libyaml wants an address even of nothing.
        return (bytes + [0]).withUnsafeBufferPointer { terminated in
            let bytes = UnsafeBufferPointer(rebasing: terminated.dropLast())
            yaml_parser_set_input_string(parser, terminated.baseAddress, bytes.count)
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            return body(parser, bytes)
        }
    }

    /// Nil also if something else is wrong: that is told when the document is loaded.
    private static func tooDeep(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> Fault? {
        var levels = 0
        var event = yaml_event_t()
        while yaml_parser_parse(parser, &event) == 1, event.type != YAML_STREAM_END_EVENT {
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT: levels += 1
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: levels -= 1
            default: break
            }
            guard levels <= mostLevels else {
                return Fault(line: Int(event.start_mark.line) + 1, problem: "it is nested too deeply")
            }
        }
        return nil
    }

    deinit {
        yaml_document_delete(document)
        document.deallocate()
    }

    /// Nil if there is nothing.
    package var root: YAMLNode? {
        yaml_document_get_root_node(document).map { _ in YAMLNode(document: self, index: 1) }
    }

    /// What is wrong after the first document: anything is.
    private static func faultBehind(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
        var second = yaml_document_t()
        guard yaml_parser_load(parser, &second) == 1 else { return fault(parser, bytes) }
        defer { yaml_document_delete(&second) }
        guard yaml_document_get_root_node(&second) != nil else { return nil }
        return Fault(line: Int(second.start_mark.line) + 1, problem: "a second document begins here")
    }

    private static func fault(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ bytes: UnsafeBufferPointer<UInt8>) -> Fault {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "no memory"
        switch parser.pointee.error {
        case YAML_READER_ERROR:
            // Here only the byte is known.
            let lines = bytes.prefix(parser.pointee.problem_offset).count { $0 == UInt8(ascii: "\n") }
            return Fault(line: lines + 1, problem: problem)
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR, YAML_COMPOSER_ERROR:
            // libyaml ends an unfinished last line before it complains.
            let last = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            return Fault(line: min(last, Int(parser.pointee.problem_mark.line) + 1), problem: problem)
        default: return Fault(line: nil, problem: problem)
        }
    }
}
