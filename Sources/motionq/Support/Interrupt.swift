import Foundation

/// Ctrl-C, SIGTERM and the end of the terminal as a wish to stop, so that everything ends in order.
enum Interrupt {
    static let flag = StopFlag()

    /// Whether somebody wishes to stop.
    static var isRaised: Bool { flag.isRaised }

    /// From here on the signals raise the flag; a second one ends the program at once, but for SIGHUP: a terminal that is closed
    /// sends it twice. Who asked for SIGHUP to be ignored, as nohup does, has it so.
    static func install() {
        _ = flag.isRaised  // the handler must find the global initialised
        let handler: @convention(c) (Int32) -> Void = { signal in
            if Interrupt.flag.isRaised, signal != SIGHUP { _exit(128 + signal) }
            Interrupt.flag.raise()
        }
        // Whoever started this program may have left the signals blocked.
        var wanted = sigset_t()
        sigemptyset(&wanted)
        sigaddset(&wanted, SIGINT)
        sigaddset(&wanted, SIGTERM)
        sigaddset(&wanted, SIGHUP)
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
        // Without SA_RESTART, so that poll returns at once.
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) {
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

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
