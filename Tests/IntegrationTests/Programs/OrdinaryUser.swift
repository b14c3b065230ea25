import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// An unprivileged user who runs commands in a home: this user or, if this is root, number 65534.
struct OrdinaryUser {
    let home: PrivateHome
    static let number = geteuid() == 0 ? 65_534 : Int(geteuid())

    /// Makes the user the owner of the home.
    init(_ home: PrivateHome) throws {
        self.home = home
        try own(home.root)
    }

    /// Makes the user the owner of a folder and its contents.
    func own(_ path: String) throws {
        guard geteuid() == 0 else { return }
        let result = try home.run("chown", ["-hR", "\(Self.number):\(Self.number)", path])
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Runs a program as the user.
    func run(_ program: String, _ arguments: [String]) throws -> Command.Result {
        guard geteuid() == 0 else { return try home.run(program, arguments) }
        let user = ["--reuid=\(Self.number)", "--regid=\(Self.number)", "--clear-groups"]
        return try home.run("setpriv", user + [program] + arguments)
    }

    @discardableResult
    func fontctl(_ arguments: String...) throws -> Command.Result { try run(Programs.fontctl, arguments) }
}
