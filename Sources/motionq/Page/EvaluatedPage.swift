import Evaluation
import EvaluationReports
import Formatting
import LivePage
import MotionCore
import MotionQWorkshop

/// A page with what an evaluation found.
final class EvaluatedPage {
    private let page: RunPage
    private let orders = WaitingOrders()
    private let study: Study

    /// Reads all recordings once.
    ///
    /// - Parameters:
    ///   - request: what was evaluated, with labelled recordings.
    ///   - report: what was found.
    /// - Throws: what is wrong with the recordings.
    init(_ request: EvaluationRequest, _ report: EvaluationReport) throws {
        let (result, subject) = (report.result, report.subject)
        let session = try request.sessions()
        let verdict = (subject.cautions(of: result.people.count) + [result.verdict]).joined(separator: " ")
        study = Study(
            result, of: subject.modelName, on: subject.recordingNames, verdict: verdict, isAlone: true,
            session: { try session?($0) })
        var model = PageModel()
        (model.labels, model.title) = (result.labels, subject.modelName)
        model.readsStrokes = request.description.strokes != nil
        var decision = model.readsStrokes ? request.decision.judgingEachByItself : request.decision
        decision.restLabel = result.restLabel
        model.decision = decision
        page = RunPage(model, wording: CommandWording()) { [orders] in orders.give($0) }
        page.show(study: study.line)
    }

    /// Serves the page until it is interrupted.
    ///
    /// - Throws: a refusal: the port is taken, or there is no thread.
    func serve(at place: PagePort) throws {
        try place.serve(page, orders) { sentence in
            var line = JSONLine(type: "failed")
            line.add("sentence", sentence)
            page.report(line)
        } obey: { order in
            if case .look(let number) = order { try study.show(number, on: page) }
        }
    }
}
