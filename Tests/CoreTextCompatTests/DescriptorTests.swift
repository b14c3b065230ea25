import CoreTextCompat
import Foundation
import TestSupport
import Testing

/// Descriptors and fonts: attributes, matching, and registration by them.
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct DescriptorTests {
    private let home: PrivateHome

    init() throws { home = try #require(PrivateFonts.home) }

    private static let variable = SyntheticFont(family: "Variable") { font in
        font.axes = [SyntheticFont.Axis("wght", minimum: 100, defaultValue: 400, maximum: 900, name: "Weight")]
        font.instances = [
            SyntheticFont.Instance("Regular", ["wght": 400]), SyntheticFont.Instance("Bold", ["wght": 700]),
        ]
    }

    private func value<Value>(_ descriptor: CTFontDescriptor, _ key: CFString, as _: Value.Type) -> Value? {
        CTFontDescriptorCopyAttribute(descriptor, key) as? Value
    }

    // MARK: Files

    @Test func descriptorsOfAFileHaveItsFacts() throws {
        let file = try home.write(
            SyntheticFont(style: "Bold") {
                $0.weight = 700; $0.isBold = true
            })
        let array = try #require(CTFontManagerCreateFontDescriptorsFromURL(URL(filePath: file) as CFURL))
        let font = try #require((array as? [CTFontDescriptor])?.first)
        #expect(array.count == 1)
        #expect(value(font, kCTFontURLAttribute, as: URL.self) == URL(filePath: file))
        #expect(value(font, kCTFontNameAttribute, as: String.self) == "Synthetic-Bold")
        #expect(value(font, kCTFontDisplayNameAttribute, as: String.self) == "Synthetic Bold")
        #expect(value(font, kCTFontFamilyNameAttribute, as: String.self) == "Synthetic")
        #expect(value(font, kCTFontStyleNameAttribute, as: String.self) == "Bold")
        #expect(
            value(font, kCTFontFormatAttribute, as: NSNumber.self)?.uint32Value
                == CTFontFormat.openTypeTrueType.rawValue)
        #expect(value(font, kCTFontCharacterSetAttribute, as: NSCharacterSet.self)?.characterIsMember(65) == true)
        #expect(value(font, kCTFontVariationAxesAttribute, as: NSArray.self) == nil)
        let traits = try #require(value(font, kCTFontTraitsAttribute, as: NSDictionary.self))
        #expect((traits[kCTFontWeightTrait] as? NSNumber)?.doubleValue == 0.4)
        let bits = try #require((traits[kCTFontSymbolicTrait] as? NSNumber)?.uint32Value)
        #expect(CTFontSymbolicTraits(rawValue: bits).contains([.traitBold]))
        // Only a registered font has these.
        #expect(value(font, kCTFontRegistrationScopeAttribute, as: NSNumber.self) == nil)
        #expect(value(font, kCTFontEnabledAttribute, as: NSNumber.self) == nil)
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 0)
        #expect((CTFontDescriptorCopyAttributes(font)[kCTFontNameAttribute] as? String) == "Synthetic-Bold")
    }

    @Test func aVariableFileHasADescriptorForEachInstance() throws {
        let file = try home.write(Self.variable)
        let array = CTFontManagerCreateFontDescriptorsFromURL(URL(filePath: file) as CFURL)
        #expect(names(array) == ["Variable-Regular", "Variable-Bold"])
        let bold = try #require((array as? [CTFontDescriptor])?.last)
        let axis = NSNumber(value: 0x7767_6874)
        #expect(value(bold, kCTFontVariationAttribute, as: NSDictionary.self)?[axis] as? NSNumber == 700)
        let axes = try #require(value(bold, kCTFontVariationAxesAttribute, as: NSArray.self) as? [NSDictionary])
        #expect(axes.first?[kCTFontVariationAxisIdentifierKey] as? NSNumber == axis)
        #expect(axes.first?[kCTFontVariationAxisMaximumValueKey] as? NSNumber == 900)
        #expect(axes.first?[kCTFontVariationAxisNameKey] as? String == "Weight")
        let moved = CTFontDescriptorCreateCopyWithVariation(bold, axis, 650)
        #expect(value(moved, kCTFontVariationAttribute, as: NSDictionary.self)?[axis] as? NSNumber == 650)
    }

    @Test func bytesGiveDescriptorsAndOtherBytesNone() throws {
        let collection = Data(SyntheticCollection.faces(3).build()) as CFData
        #expect(CTFontManagerCreateFontDescriptorsFromData(collection).count == 3)
        #expect(CTFontManagerCreateFontDescriptorFromData(collection) != nil)
        let junk = Data("%PDF-1.7".utf8) as CFData
        #expect(CTFontManagerCreateFontDescriptorsFromData(junk).count == 0)
        #expect(CTFontManagerCreateFontDescriptorFromData(junk) == nil)
        let file = try home.write(Array("no font".utf8), as: "junk.ttf")
        #expect(CTFontManagerCreateFontDescriptorsFromURL(URL(filePath: file) as CFURL) == nil)
        #expect(CTFontManagerCreateFontDescriptorsFromURL(URL(filePath: home.root + "/none") as CFURL) == nil)
        #expect(!CTFontManagerIsSupportedFont(URL(filePath: file) as CFURL))
        #expect(CTFontManagerIsSupportedFont(URL(filePath: try home.write(SyntheticFont())) as CFURL))
    }

    // MARK: Matching

    @Test func aNameIsTriedAsPostScriptNameFamilyAndFullName() throws {
        register(try home.write(SyntheticFont()))
        for name in ["Synthetic-Regular", "Synthetic", "Synthetic Regular"] {
            let found = CTFontDescriptorCreateMatchingFontDescriptor(named(name), nil)
            #expect(found.map { names([$0] as CFArray) } == ["Synthetic-Regular"], "\(name)")
            let font = CTFontCreateWithName(name as CFString, 0, nil)
            #expect(CTFontCopyPostScriptName(font) as String == "Synthetic-Regular")
        }
        let mandatory = NSSet(object: kCTFontNameAttribute)
        #expect(CTFontDescriptorCreateMatchingFontDescriptor(named("Nothing"), mandatory) == nil)
        #expect(CTFontDescriptorCreateMatchingFontDescriptors(named("Nothing"), mandatory) == nil)
    }

    @Test func traitsChooseAFaceOfTheFamily() throws {
        register(try home.write(SyntheticFont()))
        register(
            try home.write(
                SyntheticFont(style: "Bold") {
                    $0.weight = 700; $0.isBold = true
                }))
        let family = CTFontDescriptorCreateWithAttributes([kCTFontFamilyNameAttribute: "Synthetic"] as CFDictionary)
        let all = CTFontDescriptorCreateMatchingFontDescriptors(family, NSSet(object: kCTFontFamilyNameAttribute))
        #expect(Set(names(all)) == ["Synthetic-Regular", "Synthetic-Bold"])
        let bold = try #require(
            CTFontDescriptorCreateCopyWithSymbolicTraits(named("Synthetic-Regular"), .traitBold, .traitBold))
        #expect(value(bold, kCTFontNameAttribute, as: String.self) == "Synthetic-Bold")
        #expect(CTFontDescriptorCreateCopyWithSymbolicTraits(bold, .traitItalic, .traitItalic) == nil)
        let traits = [kCTFontSymbolicTrait: NSNumber(value: CTFontSymbolicTraits.traitBold.rawValue)] as CFDictionary
        let query = CTFontDescriptorCreateCopyWithAttributes(family, [kCTFontTraitsAttribute: traits] as CFDictionary)
        #expect(
            CTFontDescriptorCreateMatchingFontDescriptor(query, nil).flatMap {
                value($0, kCTFontNameAttribute, as: String.self)
            } == "Synthetic-Bold")
        #expect(CTFontDescriptorCreateCopyWithFamily(bold, "Nothing") == nil)
    }

    @Test func aFontHasNamesTraitsAndASize() throws {
        register(
            try home.write(
                SyntheticFont {
                    $0.italicAngle = -12; $0.isItalic = true
                }))
        let font = CTFontCreateWithName("Synthetic-Regular", 0, nil)
        #expect(CTFontGetSize(font) == 12)
        #expect(CTFontCopyFamilyName(font) as String == "Synthetic")
        #expect(CTFontCopyFullName(font) as String == "Synthetic Regular")
        #expect(CTFontCopyDisplayName(font) as String == "Synthetic Regular")
        #expect(CTFontCopyName(font, kCTFontStyleNameKey) as String? == "Regular")
        #expect(CTFontCopyName(font, kCTFontTrademarkNameKey) == nil)
        #expect(CTFontCopyName(font, kCTFontUniqueNameKey) != nil)
        #expect(CTFontGetSymbolicTraits(font).contains(.traitItalic))
        #expect((CTFontCopyTraits(font)[kCTFontSlantTrait] as? NSNumber)?.doubleValue == 0.4)
        let descriptor = CTFontDescriptorCreateWithNameAndSize("Synthetic-Regular", 17)
        #expect(CTFontGetSize(CTFontCreateWithFontDescriptor(descriptor, 0, nil)) == 17)
        #expect(CTFontCopyAttribute(font, kCTFontSizeAttribute) as? NSNumber == 12)
        #expect(CTFontCopyVariationAxes(font) == nil)
    }

    @Test func anUnknownNameGivesAnotherFont() throws {
        register(try home.write(SyntheticFont()))
        let font = CTFontCreateWithName("Nothing-Here", 20, nil)
        #expect(CTFontCopyPostScriptName(font) as String != "Nothing-Here")
    }

    // MARK: Registration

    @Test func aDescriptorRegistersItsFileAndDisabledFontsAreEnabled() throws {
        let file = try home.write(SyntheticFont())
        let attributes: [CFString: Any] = [
            kCTFontURLAttribute: URL(filePath: file), kCTFontRegistrationUserInfoAttribute: "menu",
        ]
        let descriptor = CTFontDescriptorCreateWithAttributes(attributes as CFDictionary)
        let handler = HandlerCalls()
        CTFontManagerRegisterFontDescriptors([descriptor] as CFArray, .process, false, handler.take)
        #expect(handler.calls == [HandlerCalls.Call(isDone: true)])
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)).isEmpty)
        let disabled = try #require(
            (CTFontManagerCopyRegisteredFontDescriptors(.process, false) as? [CTFontDescriptor])?.first)
        #expect(value(disabled, kCTFontEnabledAttribute, as: NSNumber.self)?.boolValue == false)
        #expect(value(disabled, kCTFontRegistrationUserInfoAttribute, as: String.self) == "menu")
        #expect(
            value(disabled, kCTFontRegistrationScopeAttribute, as: NSNumber.self)?.uint32Value
                == CTFontManagerScope.process.rawValue)
        #expect(value(disabled, kCTFontURLAttribute, as: URL.self) == URL(filePath: file))
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 0)
        // The name leads to the font that is known and cannot be matched.
        CTFontManagerRegisterFontDescriptors([named("Synthetic-Regular")] as CFArray, .process, true, handler.take)
        #expect(handler.errors.isEmpty)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)) == ["Synthetic-Regular"])
        CTFontManagerUnregisterFontDescriptors([named("Synthetic-Regular")] as CFArray, .process, handler.take)
        #expect(handler.errors.isEmpty)
        #expect(scope(of: file) == .none)
    }

    /// All descriptors of a file register it once.
    @Test func theDescriptorsOfOneFileAreNoDuplicates() throws {
        let file = try home.write(Self.variable)
        let array = try #require(CTFontManagerCreateFontDescriptorsFromURL(URL(filePath: file) as CFURL))
        let handler = HandlerCalls()
        CTFontManagerRegisterFontDescriptors(array, .process, true, handler.take)
        #expect(handler.calls == [HandlerCalls.Call(isDone: true)])
        #expect(scope(of: file) == .process)
    }

    /// A PostScript name means its font, and not a family of that name; user info that no font has means none.
    @Test func aDescriptorMeansNoOtherFonts() throws {
        let plain = try home.write(SyntheticFont(family: "Georgia") { $0.postscriptName = "Georgia" })
        let bold = try home.write(SyntheticFont(family: "Georgia", style: "Bold"))
        for file in [plain, bold] { register(file) }
        let handler = HandlerCalls()
        let other: [CFString: Any] = [
            kCTFontNameAttribute: "Georgia-Bold", kCTFontRegistrationUserInfoAttribute: "menu",
        ]
        let descriptor = CTFontDescriptorCreateWithAttributes(other as CFDictionary)
        CTFontManagerUnregisterFontDescriptors([descriptor] as CFArray, .process, handler.take)
        #expect(handler.errors.map(\.code) == [201] && scope(of: bold) == .process)
        CTFontManagerUnregisterFontDescriptors([named("Georgia")] as CFArray, .process, handler.take)
        #expect(scope(of: plain) == .none && scope(of: bold) == .process)
    }

    @Test func aDescriptorWithoutAFileIs303() throws {
        let handler = HandlerCalls()
        let descriptor = named("Nothing")
        CTFontManagerRegisterFontDescriptors([descriptor] as CFArray, .process, true, handler.take)
        #expect(handler.errors.map(\.code) == [303])
        #expect(
            handler.errors.first?.userInfo[kCTFontManagerErrorFontDescriptorsKey as String] as? [CTFontDescriptor]
                == [descriptor])
        let empty = CTFontDescriptorCreateWithAttributes([:] as CFDictionary)
        CTFontManagerRegisterFontDescriptors([empty] as CFArray, .process, true, handler.take)
        CTFontManagerUnregisterFontDescriptors([empty, descriptor] as CFArray, .process, handler.take)
        #expect(handler.errors.map(\.code) == [303, 303, 303, 201])
        // Bytes in memory are no file.
        let data = try #require(
            CTFontManagerCreateFontDescriptorFromData(Data(SyntheticFont().build()) as CFData))
        CTFontManagerRegisterFontDescriptors([data] as CFArray, .process, true, handler.take)
        #expect(handler.errors.last?.code == 303)
    }

    @Test func enablingADuplicateIs305() throws {
        let (first, second) = (try home.write(SyntheticFont()), try home.write(SyntheticFont(salt: 1)))
        register(first)
        CTFontManagerRegisterFontURLs(urls([second]), .process, false, nil)
        #expect(scope(of: second) == .process)
        let handler = HandlerCalls()
        CTFontManagerRegisterFontURLs(urls([second]), .process, true, handler.take)
        #expect(handler.errors.map(\.code) == [305])
    }

    @Test func fontsAreSwitchedAndRequested() throws {
        let file = try home.write(SyntheticFont())
        register(file)
        let registered = CTFontManagerCopyRegisteredFontDescriptors(.process, true)
        CTFontManagerEnableFontDescriptors(registered, false)
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 0)
        #expect(scope(of: file) == .process)
        var unresolved: [String]?
        CTFontManagerRequestFonts([named("Synthetic-Regular"), named("Nothing")] as CFArray) { unresolved = names($0) }
        #expect(unresolved == ["Nothing"])
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 1)
        CTFontManagerRequestFonts([] as CFArray) { unresolved = names($0) }
        #expect(unresolved?.isEmpty == true)
    }

    // MARK: Arrays and equality

    @Test func pointersLeadToTheElementsOfArrays() throws {
        let descriptors = [named("One"), named("Two")] as CFArray
        #expect(CFArrayGetCount(descriptors) == 2)
        let second = unsafeBitCast(CFArrayGetValueAtIndex(descriptors, 1), to: CTFontDescriptor.self)
        #expect(second == named("Two") && second != named("One"))
        // Foundation makes new objects of URLs and texts when it returns them.
        let values = [URL(filePath: "/tmp/a"), "text"] as [Any] as CFArray
        #expect(unsafeBitCast(CFArrayGetValueAtIndex(values, 0), to: CFURL.self).path == "/tmp/a")
        #expect(unsafeBitCast(CFArrayGetValueAtIndex(values, 1), to: CFString.self) as String == "text")
        #expect(CFArrayGetValueAtIndex(values, 1) == CFArrayGetValueAtIndex(values, 1))
    }
}
