import DesktopSettings
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// The fonts of styles: the desktop's interface font, and names that no font has.
@Suite struct SystemFontTests {
    private func typography(_ names: String...) throws -> Typography {
        let styles = names.map { #""\#($0)": {"font-name": "\#($0)", "point-size": 17}"# }.joined(separator: ",")
        return Typography([try TypographyDocument(Data(#"{"ui-font-text-styles": {\#(styles)}}"#.utf8), name: "app")])
    }

    private func desktop(_ family: String) -> DesktopAppearance {
        var desktop = DesktopAppearance()
        desktop.interfaceFont = FontSetting(family: family, pointSize: 11)
        return desktop
    }

    /// Returns a home whose fontconfig finds the fonts as those of the system.
    private func home(_ fonts: [SyntheticFont]) throws -> PrivateHome {
        let home = try PrivateHome()
        for font in fonts { try home.write(font) }
        try home.configure(folder: home.root + "/given")
        return home
    }

    private static var desk: [SyntheticFont] {
        var (bold, italic) = (SyntheticFont(family: "Desk Sans"), SyntheticFont(family: "Desk Sans"))
        (bold.style, bold.weight, bold.isBold) = ("Bold", 700, true)
        (italic.style, italic.isItalic, italic.italicAngle) = ("Italic", true, -9)
        // A font that would be taken without a desktop.
        return [SyntheticFont(family: "Desk Sans"), bold, italic, SyntheticFont(family: "Cantarell")]
    }

    @Test(arguments: ["System-SemiBold", "system-semibold", "SYSTEM-SEMI-BOLD"])
    func theInterfaceFontHasTheWeight(name: String) async throws {
        let home = try home(Self.desk)
        let typography = try typography(name)
        let fonts = try await home.user().fonts(of: typography, desktop: desktop("Desk Sans"))
        let font = try #require(typography.styles[name]?.font)
        #expect(font == .system(weight: 600))
        #expect(fonts.fonts[font]?.face.family == "Desk Sans" && fonts.missing.isEmpty)
        #expect(fonts.emitted(font) == EmittedFont(family: "Desk Sans", weight: 600))
        #expect(fonts.fonts[font]?.weight == 700)
    }

    @Test func digitsOfOneWidth() async throws {
        let home = try home(Self.desk)
        let typography = try typography("MonospacedDigitSystem-Regular")
        let fonts = try await home.user().fonts(of: typography, desktop: desktop("Desk Sans"))
        let css = typography.css(.category(.large), font: fonts.emitted)
        #expect(css.contains("font-family: \"Desk Sans\"") && css.contains("font-feature-settings: \"tnum\""))
    }

    @Test func theItalicIsAFaceOfTheFamily() async throws {
        let home = try home(Self.desk)
        let typography = try typography("ItalicSystem")
        let fonts = try await home.user().fonts(of: typography, desktop: desktop("Desk Sans"))
        let font = StyleFont.system(weight: 400, isItalic: true)
        #expect(fonts.fonts[font]?.postscriptName == "DeskSans-Italic")
        #expect(fonts.emitted(font) == EmittedFont(family: "Desk Sans", weight: 400, isItalic: true))
    }

    @Test func anUnavailableInterfaceFontHasASubstitute() async throws {
        let home = try home([SyntheticFont(family: "Cantarell")])
        let typography = try typography("System")
        let fonts = try await home.user().fonts(of: typography, desktop: desktop("Not There"))
        #expect(fonts.fonts[.system(weight: 400)]?.face.family == "Cantarell")
    }

    /// fontconfig's sans serif, which is its only font here.
    @Test func withoutADesktopItIsTheSansSerif() async throws {
        let home = try home([SyntheticFont(family: "Only")])
        let fonts = try await home.user().fonts(of: typography("System"))
        #expect(fonts.fonts[.system(weight: 400)]?.face.family == "Only")
    }

    @Test func aNameThatNoFontHasIsNamedAndSubstituted() async throws {
        let home = try home([SyntheticFont(family: "Desk Sans")])
        let typography = try typography("Nothing-Regular")
        let fonts = try await home.user().fonts(of: typography)
        #expect(fonts.missing == ["Nothing-Regular"] && fonts.fonts.isEmpty)
        let emitted = fonts.emitted(.postScriptName("Nothing-Regular"))
        #expect(emitted?.family == "Desk Sans")
        #expect(typography.css(.category(.large), font: fonts.emitted).contains("font-family: \"Desk Sans\""))
    }
}
