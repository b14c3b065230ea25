import FontClient
import Foundation

// The steps of an app, as the documentation shows them.

/// Registers a font, finds it and follows changes.
func firstSteps() async throws {
    let fonts = try FontManager(provider: "org.example.Reader", context: .user())
    try await fonts.register(URL(filePath: "/tmp/Lora-Regular.ttf"), scope: .persistent)
    if let lora = try await fonts.resolve("Lora-Regular").match {
        print(lora.url?.path() ?? "", lora.weight)
    }
    for try await event in fonts.changes {
        if case .change(let change) = event { print(change.kind, change.faces.map(\.face.postscriptName)) }
    }
}

/// Registers a font of the app, as apps do at each start.
func registerOwn(_ file: URL, in fonts: FontManager) async throws(FontError) {
    // Registering the same content a second time is not an error.
    try await fonts.register(file, scope: .session)
}

/// Returns the file to draw a document's text with.
func file(for name: String, in fonts: FontManager) async throws(FontError) -> URL? {
    // Enables the app's own font, or asks the font providers for it.
    if let font = try await fonts.request([name]).first?.font { return font.url }
    // A substitute is never returned as if it were the font.
    return try await fonts.resolve(name).substitute?.url
}

/// Follows all changes until the task is cancelled.
func follow(_ fonts: FontManager) async throws(FontError) {
    for try await event in fonts.changes {
        switch event {
        case .change(let change):
            AppExample.say("\(change.kind.rawValue) \(change.faces.map(\.face.postscriptName))")
        case .system(_, let change):
            AppExample.say("packages: \(change.added.count) added, \(change.removed.count) removed")
        case .snapshot(_, let registrations):
            // The app was too far behind: it reads everything again.
            AppExample.say("\(registrations.count) registrations")
        case .policy, .announcements:
            // What programs may do, and what providers can supply, is of interest to a settings panel.
            break
        }
    }
}

/// Returns what to tell the user about an error, with a button that helps.
func advice(on error: FontError) -> (text: String, button: String?) {
    if case .service(let fault, _) = error.cause, fault == .absent {
        return (error.message, "Install fontd")
    }
    switch error.recovery.first {
    case .replace: return (error.message, "Replace")
    case .freeSpace: return (error.message, "Manage Storage")
    case .tryAgain: return (error.message, "Try Again")
    default: return (error.message, nil)
    }
}
