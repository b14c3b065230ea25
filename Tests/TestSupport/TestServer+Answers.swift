import Foundation

extension TestServer {
    /// The server with wrong answers, `answers.py`.
    public static func answers(certificate: String? = nil) throws -> TestServer {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../FontTransferTests/Servers/answers.py").standardized
        return try TestServer(
            "python3", { _ in ["-B", script.path(percentEncoded: false)] + (certificate.map { [$0] } ?? []) })
    }
}
