import FontBus
import FontModel
import FontService
import Foundation
import FoundationXML
import TestSupport
import Testing

/// The interface's XML document, its declaration and the service's behaviour agree.
@Suite(.fewAtOnce, .timeLimit(.minutes(60)))
struct InterfaceTests {
    /// An interface as XML describes it.
    struct Described: Equatable {
        /// Arguments as `direction name type`, by member.
        var members: [String: [String]] = [:]
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func theDocumentSaysWhatTheServiceAnswers(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let answer = try await client.call(
            "Introspect",
            of: BusMethodAddress(
                destination: PrivateService.name, path: "/org/fontd/FontRegistry1",
                interface: "org.freedesktop.DBus.Introspectable"))
        let answered = try Self.read(Data(try #require(answer.first?.string).utf8), RegistryInterface.busName)
        let documented = try Self.read(
            Data(contentsOf: Self.document("org.fontd.FontRegistry1.xml")), RegistryInterface.busName)
        #expect(answered.members.count > 20)
        for (member, arguments) in documented.members { #expect(answered.members[member] == arguments, "\(member)") }
        #expect(Set(answered.members.keys) == Set(documented.members.keys))
    }

    /// The documentation that gdbus-codegen generates has text for every method, signal, property and argument.
    @Test(
        .enabled(if: Command.find("gdbus-codegen") != nil, "Needs libglib2.0-dev-bin."),
        arguments: [
            "org.fontd.FontRegistry1", "org.fontd.FontProvider1", "org.fontd.FontConsent1", "org.fontd.FontDownload1",
            "org.fontd.FontFetch1",
        ])
    func everyArgumentIsDocumented(_ interface: String) throws {
        let home = try PrivateHome()
        let result = try Command.run(
            "gdbus-codegen",
            ["--output-directory", home.root, "--generate-docbook", "doc", Self.document("\(interface).xml").path],
            environment: home.environment)
        try #require(result.status == 0, "\(result.errors)")
        let article = try XMLDocument(
            contentsOf: URL(filePath: "\(home.root)/doc-\(interface).xml"), options: [.nodeLoadExternalEntitiesNever])
        let described = try Self.read(Data(contentsOf: Self.document("\(interface).xml")), interface)
        for (member, _) in described.members {
            let parts = member.split(separator: " ")
            let kind = parts[0] == "property" ? "property" : String(parts[0])
            let section = try article.nodes(
                forXPath: "//refsect2[@id='gdbus-\(kind)-\(interface.replacing(".", with: "-")).\(parts[1])']")
            let node = try #require(section.first, "\(member)")
            let prose = try node.nodes(forXPath: "para").compactMap(\.stringValue).joined()
            #expect(prose.count > 20, "\(member): \(prose)")
            for entry in try node.nodes(forXPath: "variablelist/varlistentry/listitem") {
                #expect((entry.stringValue ?? "").count > 4, "\(member)")
            }
        }
    }

    /// Every code has an error name that converts back to the same code.
    @Test func errorsAreOneToOneWithTheCodes() throws {
        let codes: [FontError.Code] = [
            .fileNotFound, .insufficientPermissions, .unrecognizedFormat, .invalidFontData, .alreadyRegistered,
            .exceededResourceLimit, .assetNotFound, .notRegistered, .systemRequired, .registrationFailed,
            .missingEntitlement, .insufficientInfo, .cancelledByUser, .duplicatedName, .invalidFilePath,
            .unsupportedScope,
        ]
        let text = try String(contentsOf: Self.document("org.fontd.FontRegistry1.xml"), encoding: .utf8)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var names: Set<String> = []
        for code in codes {
            let failure = FontError(code, "Do this.").busFailure
            names.insert(failure.name)
            #expect(failure.message == "Do this. (\(code.rawValue))")
            #expect(FontError(failure).code == code)
            let name = failure.name.replacing("org.fontd.FontRegistry1.Error.", with: "")
            #expect(text.contains("\(code.rawValue) \(name)"))
        }
        #expect(names.count == codes.count)
    }

    private static func document(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../data/\(name)").standardized
    }

    private static func read(_ data: Data, _ interface: String) throws -> Described {
        let document = try XMLDocument(data: data)
        var described = Described()
        for kind in ["method", "signal", "property"] {
            for node in try document.nodes(forXPath: "//interface[@name='\(interface)']/\(kind)") {
                let element = try #require(node as? XMLElement)
                func text(_ element: XMLElement, _ name: String) -> String {
                    element.attribute(forName: name)?.stringValue ?? ""
                }
                var facts = try element.nodes(forXPath: "arg").compactMap { $0 as? XMLElement }.map {
                    "\(kind == "signal" ? "out" : text($0, "direction")) \(text($0, "name")) \(text($0, "type"))"
                }
                if kind == "property" { facts = [text(element, "type"), text(element, "access")] }
                facts += try element.nodes(forXPath: "annotation").compactMap { $0 as? XMLElement }.map {
                    "\(text($0, "name"))=\(text($0, "value"))"
                }.filter { $0.hasPrefix("org.freedesktop.DBus.Property.") }
                described.members["\(kind) \(text(element, "name"))"] = facts
            }
        }
        return described
    }
}
