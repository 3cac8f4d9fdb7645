import Models
import MotionCore
import Recordings

/// What a network makes of labelled windows, in integers: their last hidden states, and what it takes them for.
struct WindowEmbeddings {
    /// One window.
    struct Window {
        /// The last LSTM layer's hidden state at its end, Q15.
        let hidden: [Int16]
        /// What it is, and what the network takes it for: labels of the network.
        let truth: Int
        let taken: Int
    }

    private(set) var windows: [Window] = []

    /// Streams the sessions of a data set through a network, from zero state each.
    ///
    /// - Parameter data: at the network's rate, windows as the network's, the classes those of its labels and in their order.
    init(_ pair: NetworkPair, of data: DataSet) {
        var truths: [Int: [Int: Int]] = [:]
        for window in data.windows { truths[window.session, default: [:]][window.start] = window.label }
        self.init(pair, sessions: data.sessions) { truths[$0]?[$1] }
    }

    /// Windows on their own, each from zero state.
    ///
    /// - Parameter windows: a session of the length of one window each, at the network's rate, and its label.
    init(_ pair: NetworkPair, of windows: [(session: RecordedSession, label: Int)]) {
        self.init(pair, sessions: windows.map(\.session)) { number, _ in windows[number].label }
    }

    /// - Parameter truth: of the window that begins at a sample of a session; nil: it is left out.
    private init(
        _ pair: NetworkPair, sessions: [RecordedSession], truth: (_ session: Int, _ start: Int) -> Int?
    ) {
        let stream = SessionStream(pair)
        for (number, session) in sessions.enumerated() {
            stream.restart()
            for index in 0..<session.count {
                guard let window = stream.push(session, at: index),
                    let truth = truth(number, window.endSample - pair.description.window)
                else { continue }
                windows.append(Window(hidden: stream.windows.hidden(of: window), truth: truth, taken: window.label))
            }
        }
    }
}
