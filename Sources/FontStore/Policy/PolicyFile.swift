import CLinux
public import FontModel
import Foundation
import Glibc
import Synchronization
import SystemPackage

/// The user's policy file: small JSON, edited by hand or with `fontctl policy`.
///
/// The file is read again whenever it has changed. A missing file is a policy without any settings.
public final class PolicyFile: Sendable {
    /// The path of the file.
    public let path: String
    /// The administrator's policy, whose settings apply where the user's file has none; nil if this is that one.
    private let machine: PolicyFile?
    /// Whether all users read the file.
    private let isOfAllUsers: Bool
    /// The paths of the user's files; nil for the administrator's policy below it.
    private let paths: FontPaths?
    private let known = Mutex<(file: Fingerprint, policy: FontPolicy)?>(nil)

    /// The largest file that is read, in bytes.
    private static let sizeLimit = 1 << 20

    /// The time that a change waits for others, in milliseconds; each takes as long as the disk needs for a small file.
    private static let patience = 10_000

    /// Creates the policy file of a user's paths.
    public init(_ paths: FontPaths) {
        path = paths.policyFile
        machine = paths.machinePolicy.map(PolicyFile.init(ofAllUsers:))
        isOfAllUsers = paths.isOfAllUsers
        self.paths = paths
    }

    private init(ofAllUsers path: String) { (self.path, machine, isOfAllUsers, paths) = (path, nil, true, nil) }

    /// The path of the administrator's policy, if there is one.
    package var machinePath: String? {
        machine.flatMap { (try? $0.contents()) == .some(nil) ? nil : $0.path }
    }

    /// Returns the present policy, with the administrator's settings below those of the user.
    ///
    /// - Throws: As ``readOwn()``, also for the administrator's file.
    public func read() throws(FontError) -> FontPolicy {
        guard let machine else { return try readOwn() }
        return try readOwn().above(try machine.readOwn())
    }

    /// Returns the policy in the file itself, without the administrator's settings.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the file cannot be read or is
    ///   invalid; the message names the place and a correction.
    public func readOwn() throws(FontError) -> FontPolicy {
        let file = Fingerprint(of: path)
        if let file, let known = known.withLock({ $0 }), known.file == file { return known.policy }
        guard let bytes = try contents() else { return FontPolicy() }
        let policy = try parse(bytes)
        // A file that changed just now may change again within the same clock tick, without a difference in its
        // fingerprint.
        if let file, file == Fingerprint(of: path), WallClock.now() - Double(file.seconds) > 2 {
            known.withLock { $0 = (file, policy) }
        }
        return policy
    }

    /// Returns the rules for a provider.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the policy cannot be read or is
    ///   invalid, since it might forbid anything.
    public func rules(for id: String, isSandboxed: Bool) throws(FontError) -> FontPolicy.Rules {
        do throws(FontError) {
            return try read().rules(for: id, isSandboxed: isSandboxed)
        } catch {
            throw FontError(
                .missingEntitlement,
                Message(["Providers have no permissions until the policy is corrected.", error.text]),
                file: path, cause: error.cause)
        }
    }

    /// Changes the policy by replacing the whole file, and keeps members that are unknown to this version.
    ///
    /// It blocks while another process changes the file, for ten seconds at most.
    ///
    /// - Returns: The new policy.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the file cannot be read or
    ///   written or is invalid, or ``FontError/Code/exceededResourceLimit`` (106) if it would be larger than a file that
    ///   is read; it remains unchanged.
    @discardableResult
    public func change(_ body: (inout FontPolicy) -> Void) throws(FontError) -> FontPolicy {
        try recordedChange(body).policy
    }

    /// Changes the policy, and returns what undoes the change; nil if nothing changed.
    func recordedChange(
        _ body: (inout FontPolicy) -> Void
    ) throws(FontError) -> (policy: FontPolicy, change: RecordedOperation.PolicyChange?) {
        try paths?.refuseTestRunner()
        if isOfAllUsers { try makeFolder(PathText.folder(of: path), mode: 0o755) }
        let lock = try StoreLock(beside: path, patience: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        let bytes = try contents()
        var policy = try bytes.map { bytes throws(FontError) in try parse(bytes) } ?? FontPolicy()
        let before = policy
        body(&policy)
        guard policy != before else { return (policy, nil) }
        let written = try document(policy)
        try check(written)
        try write(written)
        return (policy, RecordedOperation.PolicyChange(before: Self.text(bytes), after: Self.text(written)))
    }

    /// Restores the file before a change, unless it was changed since.
    ///
    /// - Throws: `insufficientInfo` (303) if it was changed since, or `registrationFailed` (301) if it cannot be read or
    ///   written; it remains unchanged.
    func undo(_ change: RecordedOperation.PolicyChange, isDryRun: Bool) throws(FontError) {
        try paths?.refuseTestRunner()
        let lock = try StoreLock(beside: path, patience: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        let present = Self.text(try contents())
        // A killed process may have restored it already.
        guard present != change.before else { return }
        guard present == change.after else {
            throw FontError(
                .insufficientInfo,
                "The operation cannot be reversed, since the policy was changed after it; nothing was changed. Change the policy itself, or choose another operation by its number.",
                file: path)
        }
        guard !isDryRun else { return }
        if let before = change.before {
            try check(Array(before.utf8))
            try write(Array(before.utf8))
        } else if unlink(path) != 0 {
            throw unwritable(Errno(rawValue: errno))
        }
    }

    /// Checks that a policy can be written, and read again.
    ///
    /// - Throws: The errors of ``change(_:)``.
    package func check(_ policy: FontPolicy) throws(FontError) { try check(try document(policy)) }

    private func check(_ document: [UInt8]) throws(FontError) {
        guard document.count <= Self.sizeLimit else {
            throw FontError(
                .exceededResourceLimit,
                "The policy would have \(document.count) bytes, more than the limit of \(Self.sizeLimit); it was not changed. Set fewer providers, or reset those that are no longer needed.",
                file: path)
        }
        _ = try parse(document)
    }

    private static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    private func contents() throws(FontError) -> [UInt8]? {
        // Links are followed, as many users keep their settings elsewhere.
        let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
        guard descriptor >= 0 else {
            var status = stat()
            guard errno == ENOENT else {
                throw fault(
                    "The policy \(path) cannot be read: \(Errno(rawValue: errno)). Make it readable, then try again.")
            }
            guard lstat(path, &status) != 0 else {
                throw fault(
                    "The policy \(path) is a link to a file that does not exist. Restore that file, or remove the link, then try again."
                )
            }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw fault("The policy \(path) is not a regular file. Move it elsewhere, then try again.")
        }
        guard status.st_size <= Self.sizeLimit else {
            throw fault(
                "The policy \(path) has more than \(Self.sizeLimit) bytes. Remove providers from it, then try again.")
        }
        guard let bytes = remainingBytes(of: descriptor) else {
            throw fault("The policy \(path) cannot be read: \(Errno(rawValue: errno)). Check the disk, then try again.")
        }
        return bytes
    }

    private func parse(_ bytes: [UInt8]) throws(FontError) -> FontPolicy {
        // JSON between programs is UTF-8 (RFC 8259, section 8.1).
        guard String(validating: bytes, as: UTF8.self) != nil,
            let document = try? JSONDecoder().decode(PolicyValue.self, from: Data(bytes))
        else {
            throw fault("The policy \(path) is not valid JSON. Correct or remove it, then try again.")
        }
        do throws(PolicyFault) {
            return try FontPolicy(document)
        } catch {
            throw fault(
                "The policy \(path) is not a valid policy: \(error.reason). Correct or remove it, then try again."
            )
        }
    }

    private func document(_ policy: FontPolicy) throws(FontError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(policy.document) else {
            throw fault("The policy \(path) could not be written as JSON.")
        }
        return Array(json) + [UInt8(ascii: "\n")]
    }

    private func write(_ document: [UInt8]) throws(FontError) {
        // The target of a link is replaced, not the link.
        let target = realpath(path, nil).map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let (place, new) = (target ?? path, (target ?? path) + ".new")
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC)
        guard descriptor >= 0 else { throw unwritable(Errno(rawValue: errno)) }
        defer { close(descriptor) }
        do throws(FontError) {
            try ByteCopy.writeAll(document, to: descriptor, path: new)
            guard !isOfAllUsers || fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0, rename(new, place) == 0
            else {
                throw unwritable(Errno(rawValue: errno))
            }
        } catch {
            unlink(new)
            throw error
        }
    }

    private func unwritable(_ errno: Errno) -> FontError {
        fault("The policy \(path) cannot be written: \(errno). Check its folder, then try again.", errno)
    }

    private func fault(_ message: Message, _ errno: Errno? = nil) -> FontError {
        FontError(
            .registrationFailed, message, file: path,
            cause: errno.map { .file(FontError.FileFailure(errno: $0, operation: "write the policy", path: path)) }
                ?? .configuration(.policy, path: path))
    }
}
