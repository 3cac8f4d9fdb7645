import Formatting

extension DataSetPage {
    var labels: String {
        let all = repetitions
        guard !all.isEmpty else {
            return Markup.section("What each label looks like", "Nothing is labelled but rest: there is no repetition to draw.", "")
        }
        let most = Set(
            all.sorted { ($1.passages.count, $0.label) < ($0.passages.count, $1.label) }.prefix(Self.mostLabels).map(\.label))
        let cards = all.filter { most.contains($0.label) }.compactMap { label, passages in
            survey.courses.byLabel[label].map { spread in
                let figure = CourseFigure(spread: spread, channels: survey.channels).svg(
                    title: "Mean course of \(printable(label)) and its spread")
                return (caption: printable(label), detail: detail(passages), drawing: figure)
            }
        }
        return Markup.section(
            "What each label looks like",
            "From the beginning of a repetition to its end, whatever it took: the line is the mean of all repetitions, the band one standard deviation "
                + "on either side. A narrow band is a gesture that is always made alike.",
            Markup.cards(cards))
    }

    private func detail(_ passages: [Passage]) -> String {
        let lengths = passages.map(\.length).sorted()
        let people = Set(passages.map(\.person)).count
        let who = people == 1 ? "1 person" : "\(Numbers.count(people)) people"
        return "\(Numbers.count(passages.count, "repetition")) by \(who); \(Self.range(lengths))"
    }

    var minutes: String {
        let table = MinutesTable(survey)
        let note = survey.imbalanceSentence.map { Markup.notes([printable($0.worded(by: wording))]) } ?? ""
        return Markup.section(
            "Who recorded how much", "Minutes of each person and label; bars show them beside the largest, rest aside.",
            Markup.table(head: table.head, rows: table.rows, bars: table.bars) + note)
    }

    var unlike: String {
        guard !outliers.isEmpty else {
            return Markup.section(
                "Unlike the others of their label",
                "None: no repetition moves far less or more than is usual for its label. Labels of fewer than five are not compared.",
                "")
        }
        let cards = drawn.compactMap { outlier, course in
            survey.courses.byLabel[outlier.passage.label].map { spread in
                let figure = CourseFigure(spread: spread, channels: survey.channels, single: course).svg(
                    title: "A repetition over the mean of its label")
                let command = wording.pieces(of: survey.dropCommand(outlier.passage, of: paths))
                return (
                    caption: "\(printable(outlier.passage.label)) · \(printable(outlier.passage.session))",
                    detail: "\(printable(outlier.passage.recording)), \(time(outlier.passage)): \(outlier.words)",
                    drawing: figure + "<p class=\"command\">\(Markup.command(command))</p>"
                )
            }
        }
        let rows = outliers.prefix(Self.mostListed).map { outlier in
            [
                printable(outlier.passage.label), Numbers.decimal(outlier.strength, 2), printable(outlier.passage.session),
                time(outlier.passage), printable(outlier.passage.recording),
            ]
        }
        return Markup.section(
            "Unlike the others of their label",
            "Repetitions that move far less or more than is usual, as lines over the band of their label. Some are mistakes; the command "
                + "under one writes the recordings again without it, into a new folder.",
            Markup.cards(cards)
                + (outliers.count > drawn.count
                    ? Markup.table(head: ["label", "times the usual", "session", "time", "file"], rows: rows) : ""))
    }

    private func time(_ passage: Passage) -> String {
        "\(Numbers.decimal(passage.begin, 1)) to \(Numbers.decimal(passage.end, 1, unit: "s"))"
    }

    var notes: String {
        var notes: [String] = []
        let labels = repetitions.count
        if labels > Self.mostLabels {
            notes.append(
                "\(Numbers.count(labels - Self.mostLabels, "label")) with fewer repetitions than the \(Self.mostLabels) drawn")
        }
        if survey.people.count > MinutesTable.mostPeople {
            notes.append(
                "\(Numbers.count(survey.people.count - MinutesTable.mostPeople)) people by themselves; the table has their sum")
        }
        if outliers.count > drawn.count {
            let listed = min(outliers.count, Self.mostListed)
            let every: Sentence = "\(.showDataSet, .setting(.json))"
            notes.append(
                "\(Numbers.count(outliers.count - drawn.count, "repetition")) less unlike than those drawn; the table lists "
                    + (listed == outliers.count ? "all" : "\(Numbers.count(listed)) of \(Numbers.count(outliers.count))")
                    + ", and \(every.worded(by: wording)) every one")
        }
        guard !notes.isEmpty else { return "" }
        return Markup.section(
            "What is not drawn", "The page is kept short; every figure above counts all recordings.", Markup.notes(notes))
    }

    var footer: String {
        """
        <footer>A repetition is a stretch of one label in a session, unless the label means rest. Its strength is the mean change of its
        accelerations and a quarter of its rotations, and the change of other channels as a multiple of their mean change; unlike the
        others is one whose logarithm lies more than five median distances from the median of its label, and that moves half as much or
        twice. Where a repetition holds the same motion many times over, as in
        walking, the mean course is flat, and the band tells how strong it is.</footer>
        """
    }
}

extension Outlier {
    /// “moves 0.08 times as much as is usual”.
    public var words: String { "moves " + String(printing: "%.2g times as much as is usual", strength) }
}
