import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontLookup
@testable import FontRegistry

/// The rule that determines which fonts match a PostScript name.
@Suite struct ExactNameTests {
    private func names(_ name: String, given: [String] = [], formed: [String] = []) -> ExactNames {
        func instance(_ name: String, _ hasOwn: Bool) -> NamedInstance {
            NamedInstance(
                name: name, postscriptName: name, hasOwnPostScriptName: hasOwn, coordinates: [:], isDefault: false)
        }
        return ExactNames(
            of: FontFace(
                postscriptName: name, family: "", style: "", fullName: "",
                instances: given.map { instance($0, true) } + formed.map { instance($0, false) }))
    }

    @Test func aStaticFaceConflictsWithAnInstanceOfItsName() {
        let bold = names("Lora-Bold")
        for variable in [
            names("Lora-Regular", formed: ["Lora-Regular", "Lora-Bold"]), names("Lora-Regular", given: ["Lora-Bold"]),
        ] {
            #expect(bold.firstShared(with: variable) == "Lora-Bold")
            #expect(variable.firstShared(with: bold) == "Lora-Bold")
        }
        #expect(bold.firstShared(with: names("Lora-Regular", given: ["Lora-Medium"])) == nil)
        #expect(bold.firstShared(with: bold) == "Lora-Bold")
    }

    @Test func formedNamesOfTwoVariableFontsDoNotConflict() {
        let upright = names("Fam-Roman", formed: ["Fam-Regular", "Fam-Bold"])
        let italic = names("Fam-Italic", formed: ["Fam-Regular", "Fam-Bold"])
        #expect(upright.firstShared(with: italic) == nil)
        #expect(upright.firstShared(with: names("Fam-Italic", given: ["Fam-Bold"])) == "Fam-Bold")
    }
}

/// A name that was formed for a face never keeps another font out.
@Suite struct FormedFaceNameTests {
    private func names(_ isFormed: Bool) -> ExactNames {
        ExactNames(
            of: FontFace(
                postscriptName: "Quire-Bold", family: "", style: "", fullName: "", hasFormedPostScriptName: isFormed))
    }

    @Test func theyConflictWithNone() {
        for other in [true, false] {
            #expect(names(true).firstShared(with: names(other)) == nil)
            #expect(names(other).firstShared(with: names(true)) == nil)
        }
        #expect(names(false).firstShared(with: names(false)) == "Quire-Bold")
        #expect(names(true).all == ["Quire-Bold"])
    }
}

/// The rule in the registry: conflicts between fonts and the fonts that a name selects.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct SharedNameTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let bold = SyntheticFont(family: "Fam", style: "Bold")
    /// A font without PostScript names for its instances, like most variable fonts.
    private let variable = SyntheticFont(family: "Fam") {
        $0.axes = [.weight]
        $0.instances = [
            .init("Regular", ["wght": 400]), .init("Bold", ["wght": 700]),
        ]
    }

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test(arguments: FontScope.allCases, [false, true])
    func aFaceAndAnInstanceOfOneNameConflict(_ scope: FontScope, _ variableFirst: Bool) async throws {
        let (first, second) = variableFirst ? (variable, bold) : (bold, variable)
        let holder = try await fonts.add(try home.write(first, as: "first.ttf"), scope)
        let other = try home.write(second, as: "second.ttf")
        let error = await #expect(throws: FontError.self) { try await fonts.add(other, scope) }
        #expect(error?.code == .duplicatedName)
        #expect(error?.conflict?.id == holder.id)
        #expect(error?.conflict?.postscriptName == "Fam-Bold")

        // Following the advice leads to success.
        let disabled = try await fonts.add(other, scope, RegistrationOptions(isEnabled: false))
        #expect(try await fonts.setEnabled(true, [.id(disabled.id)]).codes == [305])
        try await fonts.setEnabled(false, [.id(holder.id)])
        #expect(try await fonts.setEnabled(true, [.id(disabled.id)]).statuses == [.enabled])
        try await fonts.setEnabled(false, [.id(disabled.id)])
        try await fonts.setEnabled(true, [.id(holder.id)])
        let replaced = try await fonts.outcome(of: .file(other), scope, RegistrationOptions(replaces: true))
        #expect(replaced.status == .replaced)
        #expect(try await fonts.resolve("Fam-Bold").match?.path == replaced.registration?.path)
    }

    @Test(arguments: FontScope.allCases)
    func aNameMeansTheFaceBeforeAnInstance(_ scope: FontScope) async throws {
        let whole = try await fonts.add(try home.write(variable, as: "v.ttf"), scope)
        let face = try await fonts.add(
            try home.write(bold, as: "b.ttf"), scope, RegistrationOptions(isEnabled: false))
        #expect(try await fonts.setEnabled(false, [.name("Fam-Bold")]).statuses == [.unchanged])
        #expect(try await fonts.registered(state: .enabled).map(\.id) == [whole.id])
        #expect(try await fonts.unregister([.any("Fam-Bold")]).statuses == [.unregistered])
        #expect(try await fonts.registered().map(\.id) == [whole.id])
        #expect(face.id != whole.id)
        // No other font has the name, so it selects the variable font.
        #expect(try await fonts.setEnabled(false, [.name("Fam-Bold")]).statuses == [.disabled])
    }

    @Test(arguments: FontScope.allCases)
    func scopesOfAFileAreFoundByAnyPath(_ scope: FontScope) async throws {
        let file = try home.write(bold, as: "b.ttf")
        try await fonts.add(file, scope)
        let link = home.root + "/given-by-another-name"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.root + "/given")
        for path in [link + "/b.ttf", home.root + "/given/../given/b.ttf"] {
            #expect(try await fonts.scopes(of: URL(filePath: path)) == [scope])
        }
        let other = try home.write(SyntheticFont(), as: "other.ttf")
        #expect(try await fonts.scopes(of: URL(filePath: other)).isEmpty)
    }
}
