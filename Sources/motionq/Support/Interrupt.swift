import Foundation

/// Ctrl-C and SIGTERM as a wish to stop, so that everything ends in order.
enum Interrupt {
    static let flag = StopFlag()

    /// Whether somebody wishes to stop.
    static var isRaised: Bool { flag.isRaised }

    /// From here on the signals raise the flag; a second one ends the program at once.
    static func install() {
        _ = flag.isRaised  // the handler must find the global initialised
        let handler: @convention(c) (Int32) -> Void = { signal in
            if Interrupt.flag.isRaised { _exit(128 + signal) }
            Interrupt.flag.raise()
        }
        // Whoever started this program may have left the signals blocked.
        var wanted = sigset_t()
        sigemptyset(&wanted)
        sigaddset(&wanted, SIGINT)
        sigaddset(&wanted, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
        // Without SA_RESTART, so that poll returns at once.
        for number in [SIGINT, SIGTERM] {
            var action = sigaction()
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = handler
            #else
                action.__sigaction_handler.sa_handler = handler
            #endif
            sigaction(number, &action, nil)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
