/// A self-contained HTML page of ours: no script, nothing to load; light, dark, on paper, and on a telephone.
package enum Page {
    /// UTF-8 text that is well-formed XML, too.
    ///
    /// - Parameters:
    ///   - title: of the window; escaped here.
    ///   - topic: what kind of page it is, in small letters above the headline; escaped here.
    ///   - headline: the page in one sentence; escaped here.
    ///   - what: what it is about, as markup.
    ///   - body: what follows, as markup.
    package static func html(title: String, topic: String, headline: String, what: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <title>\(Markup.escaped(title))</title>
        <style>
        \(Stylesheet.css)
        </style>
        </head>
        <body><main>
        <header><p class="eyebrow">MotionQ15 · \(Markup.escaped(topic))</p>
        <h1>\(Markup.escaped(headline))</h1>
        <p class="what">\(what)</p></header>
        \(body)
        </main></body>
        </html>

        """
    }
}
