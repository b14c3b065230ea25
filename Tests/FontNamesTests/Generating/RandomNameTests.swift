import FontModel
import FontNames
import Foundation
import TestSupport
import Testing

/// Names of random parts, each of which means something in Swift code, in the hands of the real compiler.
@Suite(.timeLimit(.minutes(60)), .enabled(if: Command.find("swiftc") != nil, "Needs swiftc."))
struct RandomNameTests {
    private static let parts = [
        "\"", "\"\"\"", "\\", "\\(x)", "\\u{41}", "#", "\"#", "/*", "*/", "//", "///", "`", "\n", "\r", "\t", "\0",
        "\u{85}",
        "\u{2028}", "\u{202E}", "\u{2066}", "\u{200D}", "\u{FEFF}", "\u{FFFE}", "#if", "#endif", "#warning(\"x\")", "@",
        "$0",
        "_", "-", ".", " ", "  ", "0", "9", "A", "a", "Bold", "bold", "BOLD", "Regular", "Italic", "self", "Self",
        "Type",
        "init", "default", "internal", "public", "in", "let", "any", "some", "async", "await", "actor", "none", "nil",
        "true",
        "name", "table", "axes", "face", "at", "all", "Axes", "FontName", "FontResources", "Swift", "Double", "String",
        "Sendable", "ß", "é", "ı", "クレー", "👍🏽", "\u{301}", "%", "(", ")", "{", "}", ";", ":", ",", "=", "~", "&", "<",
    ]

    private static func name(_ generator: inout SplitMix64) -> String {
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            parts[Int.random(in: parts.indices, using: &generator)]
        }
        .joined()
    }

    private static func fonts(_ seed: UInt64) -> [SyntheticFont] {
        var generator = SplitMix64(state: seed)
        return (0..<60).map { number in
            SyntheticFont(family: name(&generator), style: name(&generator), salt: UInt32(number)) { font in
                if Bool.random(using: &generator) { font.postscriptName = name(&generator) }
                guard number % 10 == 0 else { return }
                let tags = ["wght", "opsz", "in  ", "GRAD", "0#\"\\", "self"].shuffled(using: &generator).prefix(3)
                font.axes = tags.map {
                    .init($0, minimum: -1, defaultValue: 0, maximum: 0.5, name: name(&generator))
                }
                font.instances = (0..<3).map { _ in .init(name(&generator), [:], postscriptName: name(&generator)) }
            }
        }
    }

    @Test(arguments: 1...4) func theyCompile(_ seed: UInt64) throws {
        var fonts = Self.fonts(seed)
        let settings = #"{"access": "public", "compatibility": "swiftgen"}"#
        // Fonts that conflict stop the build: they are left out as the messages say.
        var target = try AppTarget(fonts, settings: settings)
        while case let errors = target.generator().problems.filter({ $0.severity == .error }), !errors.isEmpty {
            let refused = Set(errors.compactMap { Int($0.path.split(separator: "/").last?.dropLast(4) ?? "") })
            try #require(!refused.isEmpty, "\(errors)")
            fonts = fonts.indices.filter { !refused.contains($0) }.map { fonts[$0] }
            target = try AppTarget(fonts, settings: settings)
        }
        #expect(fonts.count > 20)
        let names = Set(target.generator().fonts.fonts.flatMap(\.faces).map(\.postscriptName))
        let constants = target.generator().constants
        #expect(names.allSatisfy { constants.byName[$0] != nil })
        #expect(Set(constants.byName.values).count == constants.byName.count)
        let result = try target.compile()
        #expect(result.status == 0, "\(result.errors)")
    }
}
