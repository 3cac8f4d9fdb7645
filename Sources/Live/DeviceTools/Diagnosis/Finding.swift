package import Formatting

/// One thing that was looked at on the way from the cable to the samples: what was seen, whether it is well, and how to mend it.
package struct Finding: Equatable, Sendable {
    /// What is looked at, in this order. The raw values are for programs.
    package enum Subject: String, Sendable, CaseIterable {
        /// Whether a USB serial device is there, and whether the kernel has a driver for it.
        case usb
        /// Whether this user may open the port.
        case permission
        /// Whether another program has the port open.
        case users = "in_use"
        /// Whether it opens.
        case opening
        /// At which speed valid frames came.
        case baudRate = "baud_rate"
        /// Whether the device announced itself.
        case hello
        /// What a device of another make sends, in place of a HELLO.
        case format
        /// The units in which it sends it.
        case units
        /// Whether an FTDI chip holds bytes back.
        case latency = "latency_timer"
        /// The announced rate against the measured one.
        case rate
        /// Lost samples, and where they were lost.
        case losses
        /// The device's clock.
        case clock
        /// Rules of the protocol that the device breaks.
        case rules
    }

    /// The raw values are for programs.
    package enum Verdict: String, Sendable {
        case ok
        case notOK = "not_ok"
        /// This system does not show it, or there is no such thing here.
        case unseen = "not_seen"
    }

    /// A number for programs.
    package struct Figure: Equatable, Sendable {
        package var name: String
        package var value: Double

        package init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    package var subject: Subject
    package var verdict: Verdict
    /// One sentence without a full stop. What a device says of itself is escaped in it.
    package var saw: Sentence
    /// What to do: a command where there is one.
    package var mend: Sentence?
    package var figures: [Figure]

    package init(_ subject: Subject, _ verdict: Verdict, _ saw: Sentence, mend: Sentence? = nil, figures: [Figure] = []) {
        self.subject = subject
        self.verdict = verdict
        self.saw = saw
        self.mend = mend
        self.figures = figures
    }
}
