/// What a server shows. Called on the server's thread alone.
package protocol PageContent: AnyObject, Sendable {
    /// A file of the page by its path, which begins with `/`; nil if there is none. No path leads to a file of the system's.
    func file(_ path: String) -> PageFile?
    /// A page was opened.
    func opened(_ client: Int)
    /// A page says something: one short text.
    func received(_ text: String, from client: Int)
    /// A page is gone.
    func closed(_ client: Int)
    /// What a page is to be told next. Asked some 40 times a second, and only while the page takes what it was sent: a slow page
    /// is asked for less often, and is told then what became of it meanwhile.
    func messages(for client: Int) -> [PageMessage]
}
