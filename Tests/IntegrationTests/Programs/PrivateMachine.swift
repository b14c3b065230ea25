import FontRegistry
import Foundation
import TestSupport
import Testing

/// A machine without fonts of all users: a mount namespace with empty folders in place of those that root changes.
///
/// It ends with the object. The fontconfig configuration is Debian's.
final class PrivateMachine {
    private let holder: LiveProgram
    /// The home of root.
    let home: PrivateHome
    /// The home of the ordinary user.
    let userHome: PrivateHome
    private let user: OrdinaryUser

    init() throws {
        (home, userHome) = (try PrivateHome(), try PrivateHome())
        let script = """
            mount --make-rprivate /
            for folder in /var/lib /usr/local/share /var/cache/fontconfig; do mount -t tmpfs -o mode=755 test $folder; done
            cp -a /etc/fonts /var/cache/fontconfig/kept
            mount -t tmpfs -o mode=755 test /etc/fonts
            cp -a /var/cache/fontconfig/kept/. /etc/fonts
            rm -r /var/cache/fontconfig/kept
            install -d -m 2775 -g staff /usr/local/share/fonts
            fc-cache && echo ready && exec cat
            """
        holder = try LiveProgram(
            "/usr/bin/unshare", ["--mount", "bash", "-ec", script], environment: home.environment.withoutFontconfig,
            readsInput: true)
        user = try OrdinaryUser(userHome)
        try #require(holder.line() == "ready")
    }

    /// Returns the arguments of nsenter(1) with which root, or the ordinary user, runs a command.
    func arguments(_ command: [String], asUser: Bool) -> [String] {
        let number = "\(OrdinaryUser.number)"
        let setpriv = ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups"]
        return ["--mount", "--target", "\(holder.identifier)"] + (asUser ? setpriv : []) + command
    }

    /// The environment of root, or of the ordinary user.
    func environment(asUser: Bool) -> [String: String] {
        (asUser ? userHome : home).environment.withoutFontconfig
    }

    /// Runs a command as root, or as the ordinary user.
    func run(_ command: [String], asUser: Bool = false, hasHome: Bool = true) throws -> Command.Result {
        var environment = environment(asUser: asUser)
        if !hasHome { environment = environment.filter { $0.key != "HOME" && !$0.key.hasPrefix("XDG_") } }
        return try Command.run("nsenter", arguments(command, asUser: asUser), environment: environment)
    }

    /// Runs fontctl as root.
    @discardableResult
    func root(_ arguments: String...) throws -> Command.Result { try run([Programs.fontctl] + arguments) }

    /// Runs fontctl as the ordinary user.
    @discardableResult
    func user(_ arguments: String...) throws -> Command.Result {
        try run([Programs.fontctl] + arguments, asUser: true)
    }

    /// Runs a shell script as root.
    @discardableResult
    func shell(_ script: String) throws -> String {
        let result = try run(["bash", "-ec", script])
        try #require(result.status == 0, "\(script): \(result.errors)")
        return result.output
    }

    /// The files of the store and the font folders, with modes, owners and times.
    func inventory() throws -> String {
        try shell("find /var/lib /usr/local/share -printf '%p %m %u %s %T@\\n' | sort")
    }
}

extension [String: String] {
    /// The environment with fontconfig's installed configuration.
    fileprivate var withoutFontconfig: [String: String] { filter { $0.key != "FONTCONFIG_FILE" } }
}
