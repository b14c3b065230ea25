import CoreTextCompat
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Registration of files in process scope, with the meanings on which callers depend.
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct FileRegistrationTests {
    private let home: PrivateHome

    init() throws { home = try #require(PrivateFonts.home) }

    @Test func registeredFontsMatchUntilTheyAreUnregistered() throws {
        let file = try home.write(SyntheticFont())
        #expect(scope(of: file) == .none)
        #expect(register(file) == nil)
        #expect(scope(of: file) == .process)
        #expect(CTFontManagerCopyAvailablePostScriptNames() as? [String] == ["Synthetic-Regular"])
        #expect(CTFontManagerCopyAvailableFontFamilyNames() as? [String] == ["Synthetic"])
        #expect(CTFontManagerCopyAvailableFontURLs() as? [URL] == [URL(filePath: file)])
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)) == ["Synthetic-Regular"])
        #expect(unregister(file) == nil)
        #expect(scope(of: file) == .none)
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 0)
        #expect(!FileManager.default.fileExists(atPath: home.paths.store))
    }

    @Test func theSameFileAgainIs105() throws {
        let file = try home.write(SyntheticFont())
        register(file)
        let error = try #require(
            failure { CTFontManagerRegisterFontsForURL(URL(filePath: file) as CFURL, .process, $0) })
        #expect(CFErrorGetCode(error) == CTFontManagerError.alreadyRegistered.rawValue)
        #expect(CFErrorGetDomain(error) as String == kCTFontManagerErrorDomain as String)
        #expect((CFErrorCopyDescription(error) as String).hasPrefix("The same content is registered already"))
        #expect(CFErrorCopyFailureReason(error) as String == "The font is registered already.")
        #expect(CFErrorCopyUserInfo(error)[kCTFontManagerErrorFontURLsKey] as? [URL] == [URL(filePath: file)])
        #expect(register(file, .none) == 105)
        #expect(scope(of: file) == .process)
    }

    @Test func anotherFileOfTheNameIs305WithTheConflict() throws {
        let holder = try home.write(SyntheticFont())
        let other = try home.write(SyntheticFont(salt: 1))
        register(holder)
        let error = try #require(
            failure { CTFontManagerRegisterFontsForURL(URL(filePath: other) as CFURL, .process, $0) })
        #expect(error.code == CTFontManagerError.duplicatedName.rawValue)
        #expect(error.userInfo[kCTFontManagerErrorFontURLsKey as String] as? [URL] == [URL(filePath: other)])
        let ours = try #require(error.userInfo[FontError.coreTextErrorsKey] as? [FontError])
        #expect(ours.map(\.conflict?.file) == [holder])
        #expect(ours.map(\.conflict?.postscriptName) == ["Synthetic-Regular"])
        #expect(error.localizedDescription.contains(holder))
        #expect(scope(of: other) == .none)
    }

    /// Old code passes no scope, and is surprised when it unregisters.
    @Test func withoutAScopeAFontIsRegisteredForTheProcess() throws {
        let file = try home.write(SyntheticFont())
        #expect(register(file, .none) == nil)
        #expect(scope(of: file) == .process)
        #expect(unregister(file, .none) == CTFontManagerError.notRegistered.rawValue)
        #expect(scope(of: file) == .process)
        #expect(unregister(file, .process) == nil)
        #expect(CTFontManagerCopyRegisteredFontDescriptors(.none, true).count == 0)
    }

    @Test func everyErrorHasItsCode() throws {
        let system = try home.put(
            SyntheticFont(family: "Installed").build(), at: home.paths.userFonts + "/Installed.ttf")
        let junk = try home.write(Array("no font".utf8), as: "junk.ttf")
        let cut = try home.write(Array(SyntheticFont().build().dropLast(200)), as: "cut.ttf")
        #expect(register(home.root + "/given/none.ttf") == 101)
        #expect(register(junk) == 103)
        #expect(register(cut) == 104)
        #expect(register(home.root + "/given") == 306)
        let address = try #require(NSURL(string: "https://example.org/font.ttf"))
        #expect(failure { CTFontManagerRegisterFontsForURL(address, .process, $0) }?.code == 306)
        #expect(unregister(junk) == 201)
        #expect(unregister(home.root + "/given/none.ttf") == 201)
        #expect(failure { CTFontManagerUnregisterFontsForURL(address, .process, $0) }?.code == 306)
        #expect(unregister(system) == 203)
        // Nobody has to take the error.
        #expect(!CTFontManagerRegisterFontsForURL(URL(filePath: junk) as CFURL, .process, nil))
        #expect(!CTFontManagerRegisterFontsForURLs(urls([junk]), .process, nil))
    }

    @Test(.disabled(if: getuid() == 0, "root reads every file."))
    func anUnreadableFileIs102() throws {
        let file = try home.write(SyntheticFont())
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
        #expect(register(file) == 102)
    }

    @Test func anyPathLeadsToTheFile() throws {
        let file = try home.write(SyntheticFont())
        let link = home.root + "/link.ttf"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        register(file)
        #expect(scope(of: link) == .process)
        #expect(unregister(link) == nil)
        #expect(scope(of: file) == .none)
    }

    // MARK: Arrays

    @Test func anArrayRegistersWhatItCanAndGroupsErrors() throws {
        let good = [try home.write(SyntheticFont()), try home.write(SyntheticFont(style: "Bold"))]
        let junk = try home.write(Array("no font".utf8), as: "junk.ttf")
        let missing = ["a.ttf", "b.ttf"].map { home.root + "/given/" + $0 }
        var errors: Unmanaged<CFArray>?
        let all = [missing[0], good[0], junk, missing[1], good[1]]
        #expect(!CTFontManagerRegisterFontsForURLs(urls(all), .process, &errors))
        let failures = try #require(errors?.takeRetainedValue() as? [CFError])
        #expect(failures.map(\.code) == [101, 103])
        #expect(
            failures.map { $0.userInfo[kCTFontManagerErrorFontURLsKey as String] as? [URL] }
                == [missing.map { URL(filePath: $0) }, [URL(filePath: junk)]])
        #expect(good.allSatisfy { scope(of: $0) == .process })
        errors = nil
        #expect(!CTFontManagerUnregisterFontsForURLs(urls(good + [junk]), .process, &errors))
        #expect((errors?.takeRetainedValue() as? [CFError])?.map(\.code) == [201])
        errors = nil
        #expect(CTFontManagerRegisterFontsForURLs(urls(good), .process, &errors) && errors == nil)
        #expect(CTFontManagerUnregisterFontsForURLs(urls(good), .process, &errors) && errors == nil)
    }

    // MARK: Handlers

    @Test func aHandlerIsCalledOnceIfNothingFails() throws {
        let file = try home.write(SyntheticFont())
        let (registered, removed) = (HandlerCalls(), HandlerCalls())
        CTFontManagerRegisterFontURLs(urls([file]), .process, true, registered.take)
        #expect(registered.calls == [HandlerCalls.Call(isDone: true)])
        #expect(scope(of: file) == .process)
        CTFontManagerUnregisterFontURLs(urls([file]), .process, removed.take)
        #expect(removed.calls == [HandlerCalls.Call(isDone: true)])
        #expect(scope(of: file) == .none)
        let empty = HandlerCalls()
        CTFontManagerRegisterFontURLs([], .process, true, empty.take)
        #expect(empty.calls == [HandlerCalls.Call(isDone: true)])
        CTFontManagerRegisterFontURLs(urls([file]), .process, true, nil)
        #expect(scope(of: file) == .process)
        CTFontManagerUnregisterFontURLs(urls([file]), .process, nil)
        #expect(scope(of: file) == .none)
    }

    @Test func aHandlerGetsErrorsByCodeAndTheLastCallIsDone() throws {
        let good = try home.write(SyntheticFont(family: "Good"), as: "good.ttf")
        let holder = try home.write(SyntheticFont(), as: "holder.ttf")
        let other = try home.write(SyntheticFont(salt: 1), as: "other.ttf")
        let junk = try home.write(Array("no font".utf8), as: "junk.ttf")
        let cut = try home.write(Array(SyntheticFont(family: "Cut").build().dropLast(200)), as: "cut.ttf")
        register(holder)
        let missing = ["a.ttf", "b.ttf"].map { home.root + "/given/" + $0 }
        let handler = HandlerCalls()
        CTFontManagerRegisterFontURLs(
            urls([missing[0], junk, missing[1], good, cut, holder, other, junk]), .process, true, handler.take)
        #expect(
            handler.calls == [
                HandlerCalls.Call(files: [101: ["a.ttf", "b.ttf"], 103: ["junk.ttf"]]),
                HandlerCalls.Call(
                    files: [103: ["junk.ttf"], 104: ["cut.ttf"], 105: ["holder.ttf"], 305: ["other.ttf"]], isDone: true),
            ])
        #expect(scope(of: good) == .process)
    }

    @Test func falseStops() throws {
        let files = try ["One", "Two"].map { try home.write(SyntheticFont(family: $0), as: "\($0).ttf") }
        let missing = home.root + "/given/none.ttf"
        let stopped = HandlerCalls(goesOn: false)
        CTFontManagerRegisterFontURLs(urls([files[0], missing, files[1]]), .process, true, stopped.take)
        #expect(
            stopped.calls == [HandlerCalls.Call(files: [101: ["none.ttf"]]), HandlerCalls.Call(isDone: true)])
        #expect(scope(of: files[0]) == .process)
        #expect(scope(of: files[1]) == .none)
        // So do errors of contents and names.
        let cut = try home.write(Array(SyntheticFont(family: "Cut").build().dropLast(200)), as: "cut.ttf")
        let other = try home.write(SyntheticFont(family: "One", salt: 1), as: "other.ttf")
        for (code, file) in [(104, cut), (105, files[0]), (305, other)] {
            let stopped = HandlerCalls(goesOn: false)
            CTFontManagerRegisterFontURLs(urls([file, files[1]]), .process, true, stopped.take)
            #expect(stopped.calls.map(\.isDone) == [false, true] && stopped.errors.map(\.code) == [code])
            #expect(scope(of: files[1]) == .none)
        }

        register(files[1])
        let removing = HandlerCalls(goesOn: false)
        CTFontManagerUnregisterFontURLs(urls([files[0], missing, files[1]]), .process, removing.take)
        #expect(removing.calls.map(\.files) == [[201: ["none.ttf"]], [:]])
        #expect(scope(of: files[0]) == .none)
        #expect(scope(of: files[1]) == .process)
    }

    /// A handler may call every function, since no lock is held.
    @Test func aHandlerMayRegisterFonts() throws {
        let files = try ["One", "Two"].map { try home.write(SyntheticFont(family: $0), as: "\($0).ttf") }
        CTFontManagerRegisterFontURLs(urls([home.root + "/none.ttf", files[0]]), .process, true) { errors, isDone in
            if !isDone { #expect(register(files[1]) == nil) }
            return true
        }
        #expect(files.allSatisfy { scope(of: $0) == .process })
    }

    @Test func whatIsNoURLIsReported() throws {
        let handler = HandlerCalls()
        CTFontManagerRegisterFontURLs(["/tmp/font.ttf"] as CFArray, .process, true, handler.take)
        #expect(handler.errors.map(\.code) == [306])
    }
}
