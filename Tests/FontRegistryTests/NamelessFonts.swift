import FontModel
import Fontconfig
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// A font without names is listed as programs show it.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct NamelessFonts {
    @Test(arguments: [FontScope.persistent, .session])
    func aNamelessFontIsListedAsFontconfigShowsIt(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let file = try home.write(SyntheticFont { $0.hasNameTable = false }, as: "Somebody's Helvetica.ttf")
        let registration = try await fonts.add(file, scope)
        let face = try #require(registration.faces.first)
        #expect(face.hasDerivedName)
        let path = try #require(registration.path)
        let shown = try #require(try FontScan.scan(path: path).faces[0])
        #expect(shown.family == face.family)
        #expect(shown.style == face.style)
        #expect(shown.postscriptName == face.postscriptName)
        #expect(try await fonts.resolve(shown.family).match?.path == path)
    }
}
