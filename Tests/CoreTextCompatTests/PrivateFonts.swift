import CoreTextCompat
import FontRegistry
import Foundation
import TestSupport
import Testing

/// A trait that gives each test fonts of its own: a process scope, a store and system fonts in a private home.
struct PrivateFonts: TestTrait, SuiteTrait, TestScoping {
    /// The home of the running test.
    @TaskLocal static var home: PrivateHome?

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let home = try PrivateHome()
        let fonts = CoreTextFonts(provider: "org.example.Ported", context: home.context)
        try await Self.$home.withValue(home) {
            try await CoreTextFonts.$current.withValue(fonts) { try await function() }
        }
    }
}

extension Trait where Self == PrivateFonts {
    /// See ``PrivateFonts``.
    static var privateFonts: PrivateFonts { PrivateFonts() }
}

/// The calls of a handler.
final class HandlerCalls {
    /// One call, with the names of the files by code.
    struct Call: Equatable {
        var files: [Int: [String]] = [:]
        var isDone = false
    }

    private(set) var calls: [Call] = []
    private(set) var errors: [CFError] = []
    private let goesOn: Bool

    /// - Parameter goesOn: What the handler returns.
    init(goesOn: Bool = true) { self.goesOn = goesOn }

    /// The handler.
    func take(_ errors: CFArray, _ isDone: Bool) -> Bool {
        let errors = errors as? [CFError] ?? []
        self.errors += errors
        var call = Call(isDone: isDone)
        for error in errors {
            let urls = error.userInfo[kCTFontManagerErrorFontURLsKey as String] as? [URL] ?? []
            call.files[error.code, default: []] += urls.map(\.lastPathComponent)
        }
        calls.append(call)
        return goesOn
    }
}

/// Returns the error of a function that takes a place for it; nil if it succeeds.
func failure(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool) -> CFError? {
    var error: Unmanaged<CFError>?
    let succeeded = body(&error)
    #expect(succeeded == (error == nil))
    return error?.takeRetainedValue()
}

/// Registers a file, and returns the code of the error; nil if it succeeds.
@discardableResult
func register(_ path: String, _ scope: CTFontManagerScope = .process) -> CFIndex? {
    failure { CTFontManagerRegisterFontsForURL(URL(filePath: path) as CFURL, scope, $0) }?.code
}

/// Unregisters a file, and returns the code of the error; nil if it succeeds.
@discardableResult
func unregister(_ path: String, _ scope: CTFontManagerScope = .process) -> CFIndex? {
    failure { CTFontManagerUnregisterFontsForURL(URL(filePath: path) as CFURL, scope, $0) }?.code
}

/// Returns the scope in which a file is registered.
func scope(of path: String) -> CTFontManagerScope { CTFontManagerGetScopeForURL(URL(filePath: path) as CFURL) }

/// Returns the array of URLs of paths.
func urls(_ paths: [String]) -> CFArray { paths.map { URL(filePath: $0) } as CFArray }

/// The PostScript names of descriptors.
func names(_ descriptors: CFArray?) -> [String] {
    (descriptors as? [CTFontDescriptor] ?? []).compactMap {
        CTFontDescriptorCopyAttribute($0, kCTFontNameAttribute) as? String
    }
}

/// Returns a descriptor of a PostScript name.
func named(_ name: String) -> CTFontDescriptor {
    CTFontDescriptorCreateWithAttributes([kCTFontNameAttribute: name] as CFDictionary)
}
