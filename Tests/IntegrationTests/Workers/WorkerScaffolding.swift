import Foundation
import TestSupport

@testable import FontRegistry

/// Workers as in fontd, in a private home.
extension PrivateHome {
    /// Returns a manager whose files are read by workers.
    func manager(_ workers: FontWorkers, provider: String = "test") -> FontManager {
        var context = context
        context.workers = workers
        return FontManager(provider: provider, context: context)
    }

    /// The children of this process that are workers.
    var workers: [Int32] {
        children(of: getpid()).filter { process in
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return name?.hasPrefix("fontd-worker") ?? false
        }
    }

    /// The lines of the list of refused contents.
    var refused: [String] {
        let text = try? String(contentsOfFile: paths.refused, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }
}

extension Programs {
    static let worker = Command.product("fontd-worker")

    /// A worker that fails on fonts whose family begins with "Fault".
    static let faultyWorker = Command.product("fontd-worker-probe")

    /// Returns a line of a process's status, without its name.
    static func status(of process: Int32, _ name: String) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
