import FontFiles
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

extension DesktopProgramTests {
    /// A font of the distribution that is not on the machine, on demand: the publisher builds a catalogue from a package, a
    /// server delivers it, and a user gets the font by its name.
    @Suite(.enabled(if: PackageRepository.isPossible && SharedFonts.fonts != nil), .timeLimit(.minutes(60)))
    struct FontOnDemandTests {
        /// The package's fonts, and its copyright file with the licence.
        private static let folder = (SharedFonts.fonts ?? "") + "/klee-one"

        private let publisher: PrivateHome
        private let client: PrivateHome

        init() throws {
            publisher = try PrivateHome()
            client = try PrivateHome(fontFolders: ["/usr/share/fonts/truetype/lato"])
        }

        private var site: String { publisher.root + "/site" }

        private func read(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name)")))
        }

        /// Runs a command that must succeed.
        @discardableResult
        private func fontctl(
            _ home: PrivateHome, _ arguments: String..., environment: [String: String] = [:]
        ) throws -> Command.Result {
            let variables = home.environment.merging(environment) { $1 }
            let result = try Command.run(Programs.fontctl, arguments, environment: variables)
            try #require(result.status == 0, "\(arguments): \(result)")
            return result
        }

        /// Builds the catalogue from the package; returns the hash of its root.
        private func build() throws -> String {
            let repository = try PackageRepository(in: publisher)
            try repository.add(
                "fonts-klee", "1.000-1",
                fonts: [
                    "KleeOne-Regular.ttf": try read("KleeOne-Regular.subset.ttf"),
                    "KleeOne-SemiBold.ttf": try read("KleeOne-SemiBold.subset.ttf"),
                ], copyright: String(decoding: try read("OFL.txt"), as: UTF8.self))
            let keys = publisher.root + "/keys"
            try fontctl(publisher, "catalog", "keygen", keys)
            let built = try fontctl(
                publisher, "catalog", "build", "--from", "debian", "fonts-klee", "--out", site, "--keys", keys,
                "--json",
                environment: repository.environment)
            let document = try JSONSerialization.jsonObject(with: Data(built.output.utf8)) as? [String: Any]
            return try #require(document?["root"] as? String)
        }

        @Test(.enabled(if: TestServer.hasNginx && SettingsDaemon.isPossible))
        func aServerDeliversIt() throws {
            let root = try build()
            let log = publisher.root + "/requests.log"
            let certificate = try TestCertificate.make(in: publisher.root)
            let server = try #require(
                try TestServer.nginx(in: publisher.root, serving: site, certificate: certificate, log: log))
            let trust = ["SSL_CERT_FILE": certificate + ".crt"]
            try fontctl(
                client, "catalog", "add", "https://localhost:\(server.port)/#sha256=\(root)", environment: trust)

            let daemon = try SettingsDaemon(in: client)
            let program = try LiveProgram(
                Programs.python, [SettingsDaemon.script, "Klee One"], environment: daemon.environment)
            let before = try #require(program.line())
            try fontctl(client, "download", "Klee One", environment: trust)
            // A new program shows the width of the letters with the font, which the running one is told of.
            let fresh = try LiveProgram(
                Programs.python, [SettingsDaemon.script, "Klee One"], environment: daemon.environment)
            let width = try #require(fresh.line()).dropFirst("ready ".count)
            #expect(before != "ready \(width)")
            func isTold() -> Bool {
                while let told = program.line(within: .seconds(60)) {
                    if told == "notice \(width)" { return true }
                }
                return false
            }
            var isShown = isTold()
            // On a busy machine the program may read the list while the fonts come; a later change tells it again.
            for _ in 0..<3 where !isShown {
                try fontctl(client, "disable", "Klee One")
                try fontctl(client, "enable", "Klee One")
                isShown = isTold()
            }
            #expect(isShown)
            try check()

            // The smaller form of each font was fetched, once.
            let requests = try String(contentsOfFile: log, encoding: .utf8).matches(
                of: #/"GET /files/(\S+) [^"]*" 200 (\d+)/#)
            let files = try sizes()
            let smallest = files.filter { files[$0.key + ".xz"] == nil }.values.reduce(0, +)
            #expect(requests.compactMap { Int($0.2) }.reduce(0, +) == smallest)
            #expect(files.keys.contains { $0.hasSuffix(".xz") })
        }

        @Test func aFolderDeliversIt() throws {
            let root = try build()
            let address = URL(filePath: site, directoryHint: .isDirectory).absoluteString
            try fontctl(client, "catalog", "add", "\(address)#sha256=\(root)")
            try fontctl(client, "download", "Klee One")
            try check()
        }

        /// The sizes of the files that the catalogue offers, by their paths.
        private func sizes() throws -> [String: Int] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: site + "/files").filter { $0.contains("/") }
            return try paths.reduce(into: [:]) { sizes, path in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(site)/files/\(path)")
                sizes[path] = (attributes[.size] as? NSNumber)?.intValue
            }
        }

        /// The family is registered with its licence and its name in Japanese.
        private func check() throws {
            let listed = try fontctl(client, "list").output
            #expect(listed.contains("KleeOne-Regular") && listed.contains("KleeOne-SemiBold"), "\(listed)")
            #expect(try client.match("Klee One:semibold") == "KleeOne-SemiBold")
            let shown = try fontctl(
                client, "catalog", "search", "klee", environment: ["LC_ALL": "ja_JP.UTF-8"]
            ).output
            #expect(shown.contains("クレー One"), "\(shown)")
            #expect(try fontctl(client, "resolve", "クレー One").output.contains("KleeOne-Regular"))
            #expect(try fontctl(client, "licenses", "Klee One").output.contains("SIL OPEN FONT LICENSE"))
            let texts = try FileManager.default.contentsOfDirectory(atPath: client.paths.licenses + "/texts")
            let text = try #require(texts.first)
            #expect(
                FileManager.default.contents(atPath: "\(client.paths.licenses)/texts/\(text)")
                    == Data(try read("OFL.txt")))
        }
    }
}
