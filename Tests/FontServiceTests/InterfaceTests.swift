import FontBus
import FontModel
import FontService
import Foundation
import FoundationXML
import TestSupport
import Testing

/// That the document of the interface, its declaration and what the service answers are one and the same.
@Suite(.fewAtOnce, .timeLimit(.minutes(20)))
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

    /// Every method, signal and property has prose before it, and the prose names every argument.
    @Test(arguments: ["org.fontd.FontRegistry1.xml", "org.fontd.FontProvider1.xml"])
    func everyArgumentIsDocumented(_ name: String) throws {
        let text = try String(contentsOf: Self.document(name), encoding: .utf8)
        let document = try XMLDocument(xmlString: text)
        for kind in ["method", "signal", "property"] {
            for node in try document.nodes(forXPath: "//\(kind)") {
                let member = try #require((node as? XMLElement)?.attribute(forName: "name")?.stringValue)
                let start = try #require(text.range(of: "<\(kind) name=\"\(member)\""))
                let before = text[..<start.lowerBound]
                let comment = try #require(before.range(of: "<!--", options: .backwards))
                let prose = before[comment.lowerBound...]
                // `Unsubscribe` is told of with `Subscribe`.
                #expect(prose.count > 40 && prose.components(separatedBy: "</").count <= 2, "\(member)")
                for argument in try node.nodes(forXPath: "arg") {
                    let name = try #require((argument as? XMLElement)?.attribute(forName: "name")?.stringValue)
                    let isTold =
                        prose.contains("\(name):") || name == "targets" || name == "scope" || name == "results"
                        || name == "generation" || name == "files"
                    #expect(isTold, "\(member): \(name)")
                }
            }
        }
    }

    /// Every code has a name, and comes back as itself.
    @Test func errorsAreOneToOneWithTheCodes() throws {
        let codes: [FontError.Code] = [
            .fileNotFound, .insufficientPermissions, .unrecognizedFormat, .invalidFontData, .alreadyRegistered,
            .exceededResourceLimit, .assetNotFound, .notRegistered, .inUse, .systemRequired, .registrationFailed,
            .missingEntitlement, .insufficientInfo, .cancelledByUser, .duplicatedName, .invalidFilePath,
            .unsupportedScope,
        ]
        let text = try String(contentsOf: Self.document("org.fontd.FontRegistry1.xml"), encoding: .utf8)
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
                }.filter { !$0.contains("Unprivileged") }
                described.members["\(kind) \(text(element, "name"))"] = facts
            }
        }
        return described
    }
}
