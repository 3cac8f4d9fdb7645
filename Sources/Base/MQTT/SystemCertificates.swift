import Foundation

/// The certificates that this system trusts. libmosquitto has an option for them, but version 2.0.11 connects only once with it:
/// the next attempt is refused as an invalid argument.
enum SystemCertificates {
    /// Their file: the one that OpenSSL's `SSL_CERT_FILE` names, or where Debian, Fedora and macOS keep it; nil: none of these.
    static var file: String? {
        let named = ProcessInfo.processInfo.environment["SSL_CERT_FILE"]
        let usual = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
        return ([named].compactMap(\.self) + usual).first { access($0, R_OK) == 0 }
    }
}
