import FontModel

/// The protocol between a program and `fontd-fetch` on the standard input of the latter, a stream socket.
///
/// Each message follows its length in four bytes; numbers are little-endian. The program sends a ``FetchCommand/setup(_:)``
/// first, and gets ``FetchEvent/ready(landlock:hasFilter:)`` once the process is sandboxed. Transfers have numbers that the
/// program chooses. The process ends when the socket is closed.
package enum FetchProtocol {
    /// The version of the protocol.
    package static let version: UInt8 = 1
    /// The largest length of a message.
    package static let length = 1 << 20
    /// The bytes of a body that may be sent before the program takes some of them, so that it can take them slowly and
    /// neither side needs more memory.
    package static let window = 1 << 19

    // MARK: On the session bus

    /// The name on the session bus of the service that starts processes for fontd, and of its interface.
    package static let busName = "org.fontd.FontFetch1"
    /// The service's object.
    package static let busPath = "/org/fontd/FontFetch1"
    /// The name whose owner alone may call the service.
    package static let busCaller = "org.fontd.FontRegistry1"
}

/// What the process needs before it enters its sandbox.
package struct FetchSetup: Sendable, Hashable {
    /// Variables for proxies and trusted certificates, of ``names``.
    package var variables: [String: String]
    /// The TCP ports of servers and proxies, the only ones to which it may connect.
    package var ports: [UInt16]

    /// The variables that `curl` follows.
    package static let names = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE",
        "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]

    package init(variables: [String: String], ports: [UInt16]) {
        self.variables = variables
        self.ports = ports
    }

    /// The file with trusted certificates, if it is not that of the system.
    package var certificates: String? { file("CURL_CA_BUNDLE") ?? file("SSL_CERT_FILE") }
    /// The folder with trusted certificates, if it is not that of the system.
    package var certificateFolder: String? { file("SSL_CERT_DIR") }
    /// The hosts without a proxy: this machine, and those of the environment.
    package var direct: String {
        let given = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        // libcurl knows the sign for all hosts only if it is alone.
        if given.split(separator: " ") == ["*"] { return "*" }
        return (["localhost", "127.0.0.1", "::1"] + [given]).filter { !$0.isEmpty }.joined(separator: ",")
    }

    private func file(_ name: String) -> String? { variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

/// A transfer that the process is to make.
package struct FetchOrder: Sendable, Hashable {
    package var request: FileRequest
    /// Whether the address may be one of HTTP on another machine.
    package var allowsInsecure: Bool
    /// The seconds of ``TransferLimits/patience``.
    package var patience: Int

    package init(_ request: FileRequest, allowsInsecure: Bool, patience: Int = TransferLimits.patience) {
        self.request = request
        self.allowsInsecure = allowsInsecure
        self.patience = patience
    }
}

/// A message to the process.
package enum FetchCommand: Sendable, Hashable {
    case setup(FetchSetup)
    case fetch(UInt32, FetchOrder)
    /// The program took this number of bytes of a body.
    case taken(UInt32, bytes: Int)
    case cancel(UInt32)

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .setup(let setup):
            writer.put(UInt8(0))
            writer.put(FetchProtocol.version)
            writer.put(UInt32(setup.variables.count))
            for (name, value) in setup.variables {
                writer.put(name)
                writer.put(value)
            }
            writer.put(UInt32(setup.ports.count))
            for port in setup.ports { writer.put(UInt32(port)) }
        case .fetch(let number, let order):
            writer.put(UInt8(1))
            writer.put(number)
            writer.put(order.request.address)
            writer.put(UInt64(bitPattern: order.request.offset))
            writer.put(order.request.part)
            writer.put(UInt64(bitPattern: order.request.limit))
            writer.put(order.request.isCompressible)
            writer.put(order.allowsInsecure)
            writer.put(UInt32(clamping: order.patience))
        case .taken(let number, let bytes):
            writer.put(UInt8(2))
            writer.put(number)
            writer.put(UInt32(clamping: bytes))
        case .cancel(let number):
            writer.put(UInt8(3))
            writer.put(number)
        }
        return writer.message
    }

    /// Decodes a message; nil if it is invalid.
    package init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        do throws(MessageReader.Invalid) {
            switch try reader.byte() {
            case 0:
                guard try reader.byte() == FetchProtocol.version else { return nil }
                var setup = FetchSetup(variables: [:], ports: [])
                for _ in 0..<(try reader.count()) { setup.variables[try reader.text()] = try reader.text() }
                for _ in 0..<(try reader.count()) { setup.ports.append(UInt16(clamping: try reader.number())) }
                self = .setup(setup)
            case 1:
                let number = try reader.number()
                var request = FileRequest(try reader.text(), limit: 0)
                request.offset = try reader.long()
                request.part = try reader.optionalText()
                request.limit = try reader.long()
                request.isCompressible = try reader.flag()
                let allowsInsecure = try reader.flag()
                let patience = Int(try reader.number())
                guard request.offset >= 0, request.limit >= 0, patience > 0 else { return nil }
                self = .fetch(number, FetchOrder(request, allowsInsecure: allowsInsecure, patience: patience))
            case 2: self = .taken(try reader.number(), bytes: Int(try reader.number()))
            case 3: self = .cancel(try reader.number())
            default: return nil
            }
        } catch { return nil }
        guard reader.isAtEnd else { return nil }
    }
}

/// A message of the process.
package enum FetchEvent: Sendable, Hashable {
    /// The process is in its sandbox, with the version of Landlock, and perhaps with a filter of system calls.
    case ready(landlock: Int, hasFilter: Bool)
    /// The process cannot work, for a reason in a sentence; it ends.
    case unusable(String)
    case head(UInt32, FileHead)
    case body(UInt32, [UInt8])
    case end(UInt32)
    case fault(UInt32, TransferFault)

    package var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .ready(let landlock, let hasFilter):
            writer.put(UInt8(0))
            writer.put(FetchProtocol.version)
            writer.put(UInt32(clamping: landlock))
            writer.put(hasFilter)
        case .unusable(let reason):
            writer.put(UInt8(1))
            writer.put(reason)
        case .head(let number, let head):
            writer.put(UInt8(2))
            writer.put(number)
            writer.put(UInt32(clamping: head.status))
            writer.put(UInt64(bitPattern: head.offset))
            writer.put(UInt64(bitPattern: head.length ?? -1))
            writer.put(head.tag)
            writer.put(head.address)
        case .body(let number, let bytes):
            return Self.body(number, bytes)
        case .end(let number):
            writer.put(UInt8(4))
            writer.put(number)
        case .fault(let number, let fault):
            writer.put(UInt8(5))
            writer.put(number)
            writer.put(Self.word(fault.kind))
            writer.put(fault.address)
            writer.put(UInt32(clamping: fault.status ?? 0))
            writer.put(UInt32(clamping: fault.retryAfter ?? 0))
            writer.put(fault.reason)
        }
        return writer.message
    }

    /// The message with a part of a body.
    package static func body(_ number: UInt32, _ bytes: some Sequence<UInt8>) -> [UInt8] {
        var writer = MessageWriter()
        writer.put(UInt8(3))
        writer.put(number)
        writer.bytes += bytes
        return writer.message
    }

    /// Decodes a message; nil if it is invalid.
    package init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        do throws(MessageReader.Invalid) {
            switch try reader.byte() {
            case 0:
                guard try reader.byte() == FetchProtocol.version else { return nil }
                self = .ready(landlock: Int(try reader.number()), hasFilter: try reader.flag())
            case 1: self = .unusable(try reader.text())
            case 2:
                let number = try reader.number()
                var head = FileHead(status: Int(try reader.number()), address: "")
                head.offset = try reader.long()
                let length = try reader.long()
                head.length = length < 0 ? nil : length
                head.tag = try reader.optionalText()
                head.address = try reader.text()
                self = .head(number, head)
            case 3: self = .body(try reader.number(), reader.rest())
            case 4: self = .end(try reader.number())
            case 5:
                let number = try reader.number()
                guard let kind = Self.kind(try reader.text()) else { return nil }
                var fault = TransferFault(kind, at: try reader.text())
                let status = Int(try reader.number())
                fault.status = status == 0 ? nil : status
                let wait = Int(try reader.number())
                fault.retryAfter = wait == 0 ? nil : wait
                fault.reason = try reader.text()
                self = .fault(number, fault)
            default: return nil
            }
        } catch { return nil }
        guard reader.isAtEnd else { return nil }
    }

    private static func word(_ kind: TransferFault.Kind) -> String {
        switch kind {
        case .network(let fault): fault.rawValue
        case .tooLong: "too-long"
        case .cancelled: "cancelled"
        }
    }

    private static func kind(_ word: String) -> TransferFault.Kind? {
        switch word {
        case "too-long": .tooLong
        case "cancelled": .cancelled
        default: FontError.NetworkFault(rawValue: word).map { .network($0) }
        }
    }
}
