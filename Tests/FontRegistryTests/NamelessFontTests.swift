import FontLookup
import FontModel
import Fontconfig
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// A font without a family name is listed with the name that programs show.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct NamelessFontTests {
    private static let nameless = SyntheticFont { $0.hasNameTable = false }
    /// Returns a font without names 1, 16 and 21, and with other names only if they are given.
    private static func withoutFamily(postscriptName: String? = nil, fullName: String? = nil) -> SyntheticFont {
        SyntheticFont(family: "") { font in
            font.postscriptName = postscriptName
            font.fullName = fullName
        }
    }

    /// Files that have faces without a family name, with a description.
    static let files: [(String, [UInt8])] = [
        ("no name", nameless.build()),
        ("a PostScript name", withoutFamily(postscriptName: "Alone-PS").build()),
        ("a full name", withoutFamily(fullName: "A Full Name").build()),
        ("both", withoutFamily(postscriptName: "Alone-PS", fullName: "A Full Name").build()),
        ("names that nothing is left of", withoutFamily(fullName: "\u{5B8B}\u{4F53}").build()),
        (
            "a variable font",
            nameless.with {
                $0.axes = [.weight]
                $0.instances = [.init("Bold", ["wght": 700])]
            }.build()
        ),
        ("the first of a collection", SyntheticCollection([nameless, SyntheticFont(family: "Named")]).build()),
        (
            "later ones of a collection",
            SyntheticCollection([
                SyntheticFont(family: "Named"), nameless, withoutFamily(postscriptName: "Alone-PS"),
                withoutFamily(fullName: "A Full Name"), nameless.with { $0.weight = 700 },
            ]).build()
        ),
        (
            "all of a collection",
            SyntheticCollection([withoutFamily(postscriptName: "Alone-PS"), nameless, nameless]).build()
        ),
    ]

    @Test(arguments: files, [FontScope.persistent, .session])
    func aNamelessFontIsListedAsFontconfigShowsIt(_ file: (what: String, bytes: [UInt8]), _ scope: FontScope)
        async throws
    {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let registration = try await fonts.add(try home.write(file.bytes, as: "Somebody's Helvetica.ttf"), scope)
        let path = try #require(registration.path)
        let listed = try home.context.loadFonts().entries.filter { $0.path == path }
        for face in registration.faces {
            let shown = try #require(listed.first { $0.face.index == face.index }).face
            #expect(shown.family == face.family, "\(face.index)")
            #expect(shown.style == face.style)
            #expect(shown.postscriptName == face.postscriptName)
            #expect(try await fonts.resolve(shown.family).match?.path == path)
        }
        #expect(registration.faces.contains { $0.family.hasSuffix("-" + registration.sha256.prefix(12)) })
    }

    /// A font whose stored names are other ones keeps them until it is registered again.
    @Test func aFontIsNamedAnewWhenItIsRegisteredAgain() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let file = try home.write(Self.withoutFamily(postscriptName: "Alone-PS"))
        let family = try #require(try await fonts.add(file).faces.first?.family)
        try home.spoilDatabase("UPDATE face SET family = 'Alone-PS'")
        #expect(try await home.manager().registered().first?.faces.first?.family == "Alone-PS")
        let again = try home.manager()
        try await again.unregister([.name("Alone-PS")])
        #expect(try await again.add(file).faces.first?.family == family)
        #expect(try await again.resolve(family).match != nil)
    }
}
