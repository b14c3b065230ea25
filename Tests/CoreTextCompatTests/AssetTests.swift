import CoreTextCompat
import Foundation
import TestSupport
import Testing

/// Registration by the names of assets in a bundle.
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct AssetTests {
    private let home: PrivateHome
    private let bundle: Bundle

    init() throws {
        home = try #require(PrivateFonts.home)
        let folder = home.root + "/App_Fonts.resources"
        try home.put(SyntheticFont(family: "Plain").build(), at: folder + "/fonts/any name.ttf")
        let variable = SyntheticFont(family: "Flexible") { font in
            font.axes = [SyntheticFont.Axis("wght", minimum: 100, defaultValue: 400, maximum: 900)]
        }
        try home.put(variable.build(), at: folder + "/flexible.ttf")
        let catalog = folder + "/Media.xcassets"
        try home.put(Array("{}".utf8), at: catalog + "/Contents.json")
        for (path, family) in [("Body", "Body"), ("Headings/Title", "Title")] {
            try home.put(SyntheticFont(family: family).build(), at: "\(catalog)/\(path).dataset/font.data")
            try home.put(
                Array(#"{"data": [{"filename": "font.data", "idiom": "universal"}], "info": {"version": 1}}"#.utf8),
                at: "\(catalog)/\(path).dataset/Contents.json")
        }
        try home.put(
            Array(#"{"data": [{"filename": "../../../../fonts.conf"}]}"#.utf8),
            at: catalog + "/Outside.dataset/Contents.json")
        bundle = try #require(Bundle(path: folder))
    }

    private func register(_ assets: [String], isEnabled: Bool = true) -> HandlerCalls {
        let handler = HandlerCalls()
        CTFontManagerRegisterFontsWithAssetNames(assets as CFArray, bundle, .process, isEnabled, handler.take)
        return handler
    }

    @Test func filesAndDataSetsAreRegistered() throws {
        let handler = register(["Plain-Regular", "Flexible", "Body", "Headings/Title"])
        #expect(handler.calls == [HandlerCalls.Call(isDone: true)])
        #expect(
            Set(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)))
                == ["Plain-Regular", "Flexible-Regular", "Body-Regular", "Title-Regular"])
        #expect(register(["Title"]).errors.map(\.code) == [105])
        // By the name in a descriptor they are unregistered.
        let removed = HandlerCalls()
        CTFontManagerUnregisterFontDescriptors([named("Plain-Regular")] as CFArray, .process, removed.take)
        #expect(removed.errors.isEmpty)
    }

    @Test func anUnknownAssetIs107() throws {
        let handler = register(["Nothing", "Plain", "Outside", "Body"])
        #expect(handler.errors.map(\.code) == [107])
        #expect(
            handler.errors.first?.userInfo[kCTFontManagerErrorFontAssetNameKey as String] as? [String]
                == ["Nothing", "Plain", "Outside"])
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)) == ["Body-Regular"])
    }

    @Test func aDisabledAssetIsRecorded() throws {
        #expect(register(["Body"], isEnabled: false).errors.isEmpty)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.process, false)) == ["Body-Regular"])
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 0)
    }

    /// A program without resources has none of the fonts beside it.
    @Test func theMainBundleIsTheDefault() throws {
        let handler = HandlerCalls()
        CTFontManagerRegisterFontsWithAssetNames(["Nothing Has This"] as CFArray, nil, .process, true, handler.take)
        #expect(handler.errors.map(\.code) == [107])
        #expect(CFBundleGetMainBundle() === Bundle.main)
    }
}
