import CPeers
import Foundation

/// A separate process with a number of subscribers on a bus, each with its own connection.
struct BusSubscribers {
    static let argument = "--bus-subscribers"

    private let process: Background

    init(_ count: Int, of service: FontdService) throws {
        process = try Background.ourselves([Self.argument, service.address, "\(count)"])
    }

    /// Runs in the separate process: prints a line per signal that all subscribers have received.
    static func run(_ address: String, count: String) throws {
        let result = peers_bus_subscribe(
            address, Int32(count) ?? 1, { FileHandle.standardOutput.write(Data("ready\n".utf8)) },
            { signal, number, first, last in
                let kind = signal == PEERS_BARE ? "bare" : "change"
                FileHandle.standardOutput.write(Data("\(kind) \(number) \(first) \(last)\n".utf8))
            })
        guard result >= 0 else { throw BenchmarkFailure("The subscribers have no bus.") }
    }

    /// Returns the time at which the last subscriber received the next signal.
    func last(_ kind: String, _ number: UInt64?) throws -> Int64 {
        let words = process.next().split(separator: " ")
        guard words.count == 4, words[0] == kind, number == nil || words[1] == "\(number ?? 0)",
            let time = Int64(words[3])
        else {
            throw BenchmarkFailure("Subscribers received \(words) in place of a \(kind) signal.")
        }
        return time
    }

    func end() { process.end() }
}

/// A separate process that sends bare signals.
struct BareEmitter {
    static let argument = "--bus-emitter"

    private let process: Background
    private let input = Pipe()

    init(_ service: FontdService) throws {
        input.keepFromChildren()
        process = try Background.ourselves([Self.argument, service.address], input: input)
    }

    /// Runs in the separate process: sends a signal for each line with a number, and prints the time just before.
    static func run(_ address: String) throws {
        guard let bus = peers_bus_open(address) else { throw BenchmarkFailure("The emitter has no bus.") }
        defer { peers_bus_close(bus) }
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        while let line = readLine() {
            FileHandle.standardOutput.write(Data("\(peers_bus_emit(bus, UInt64(line) ?? 0))\n".utf8))
        }
    }

    /// Sends a signal and returns the time just before.
    func emit(_ number: UInt64) throws -> Int64 {
        input.fileHandleForWriting.write(Data("\(number)\n".utf8))
        guard let time = Int64(process.next()), time > 0 else { throw BenchmarkFailure("No signal was sent.") }
        return time
    }

    func end() { process.end() }
}
