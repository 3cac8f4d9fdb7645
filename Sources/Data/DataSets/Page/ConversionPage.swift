import Files
public import ForeignTables
public import Formatting
import Recordings

/// Others' tables that became a data set, as one self-contained HTML page: what each was taken for, with how it begins, and what
/// was left out.
///
/// A conversion gives the same bytes each time. However many tables there are, the page stays below about a megabyte: it
/// says what is not drawn.
public struct ConversionPage {
    private let converted: ConvertedDataSet
    private let folder: String
    private let wording: any Wording

    /// Tables that are drawn, and that are listed, at most.
    private static let mostDrawn = 40
    private static let mostListed = 400

    /// - Parameters:
    ///   - converted: with the first seconds of its tables.
    ///   - folder: where it was written, for the headline.
    ///   - wording: in which words settings and use cases are named.
    public init(_ converted: ConvertedDataSet, in folder: String, wording: any Wording = PlainWording()) {
        (self.converted, self.folder, self.wording) = (converted, folder, wording)
    }

    /// UTF-8 text that is well-formed XML, too.
    public var html: String {
        let tables = converted.tables.count
        return Page.html(
            title: "\(printable(folder)): what came of the tables", topic: "tables as a data set",
            headline: "\(Numbers.count(tables, "table")) became \(Numbers.duration(converted.seconds)) of motion.",
            what: "<b>\(Markup.escaped(printable(folder)))</b>: \(Markup.escaped(printable(converted.places))).",
            body: tiles + notes + beginnings + takenFor + leftOut + footer)
    }

    private var tiles: String {
        let people = converted.subjects.count
        let made = converted.samplesInterpolated
        return Markup.tiles([
            ("Tables", Numbers.count(converted.tables.count), "\(Numbers.count(converted.refused.count)) not converted"),
            ("People", Numbers.count(people), "in \(Numbers.count(converted.sessions, "session"))"),
            ("Motion", Numbers.duration(converted.seconds), "\(Numbers.count(converted.samples, "sample"))"),
            ("Missing", Numbers.count(converted.samplesLost), "samples, in \(Numbers.count(converted.gaps, "gap"))"),
            (
                "Made up", Numbers.count(made),
                made == 0 ? "no sample" : "samples: \(Numbers.percent(converted.shareInterpolated, decimals: 1)) of all"
            ),
            (
                "Unreadable", Numbers.count(converted.unreadableRows),
                converted.firstUnreadableRow.map { "rows; the first: \(printable(Path.name(of: $0.file))), line \($0.line)" }
                    ?? "rows"
            ),
        ])
    }

    private var notes: String {
        guard !converted.warnings.isEmpty else { return "" }
        return Markup.section(
            "Before training", "What the tables do not say, or say otherwise than most.",
            Markup.notes(converted.warnings.map { printable($0.worded(by: wording)) }))
    }

    private var beginnings: String {
        let drawn = converted.tables.filter { $0.firstSeconds?.points.isEmpty == false }.prefix(Self.mostDrawn)
        guard !drawn.isEmpty else { return "" }
        let cards = drawn.compactMap { table in
            table.firstSeconds.map { first in
                let words = table.words
                let means = first.samplesPerPoint > 1 ? "; each point is the mean of \(first.samplesPerPoint) samples" : ""
                return (
                    caption: printable(Path.nameInFolder(of: table.path)), detail: printable("\(words[1]); \(words[2])\(means)"),
                    drawing: FirstSecondsFigure(first: first).svg(title: "How \(printable(Path.name(of: table.path))) begins")
                )
            }
        }
        let rest = converted.tables.count - drawn.count
        return Markup.section(
            "How each begins",
            "The first seconds of a table's first session, in g and rad/s, as they were written. A sensor at rest shows 1 g on the axis "
                + "that points up, and no rotation."
                + (rest > 0 ? " \(Numbers.count(rest, "table")) more \(rest == 1 ? "is" : "are") not drawn." : ""),
            Markup.cards(cards))
    }

    private var takenFor: String {
        let rows = converted.tables.prefix(Self.mostListed).map { [Path.nameInFolder(of: $0.path)] + $0.words }
        let rest = converted.tables.count - rows.count
        return Markup.section(
            "What each was taken for",
            "The rate is that of its slowest and its fastest session; rate and units stand with what they are known by."
                + (rest > 0 ? " \(Numbers.count(rest, "table")) more \(rest == 1 ? "is" : "are") not listed." : ""),
            Markup.table(head: ["file", "taken for", "rate", "units"], rows: rows.map { $0.map(printable) }, isText: true))
    }

    private var leftOut: String {
        let rows =
            converted.refused.map { [$0.path, $0.error.sentence.worded(by: wording)] }
            + converted.passedOver.map { [$0.path, $0.reason] }
        guard !rows.isEmpty else { return "" }
        return Markup.section(
            "What was left out", "Files of which nothing was written, and why.",
            Markup.table(head: ["file", "reason"], rows: rows.prefix(Self.mostListed).map { $0.map(printable) }, isText: true))
    }

    private var footer: String {
        "<footer>Times are even, and begin at 0 in each session; a curve is broken where samples are missing.</footer>"
    }
}
