import CCurl
import Dispatch
package import FontTransfer
package import Foundation

/// A load of one address, with its redirections.
package enum Transfer {
    /// The answer of a server.
    package enum Answer: Sendable {
        case document(Data, Validators)
        /// The document is the one that the request's validators belong to (status 304).
        case unchanged
    }

    /// Loads the document at an address, on a thread of its own.
    ///
    /// - Parameter validators: The validators of the copy that need not be sent again.
    package static func load(
        _ address: RemoteAddress, unless validators: Validators, within limits: RemoteLimits
    ) async throws(RemoteDocumentError) -> Answer {
        let result: Result<Answer, RemoteDocumentError> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "fontd load").async {
                continuation.resume(
                    returning: Result { () throws(RemoteDocumentError) in try answer(address, validators, limits) })
            }
        }
        return try result.get()
    }

    private static func answer(
        _ address: RemoteAddress, _ validators: Validators, _ limits: RemoteLimits
    ) throws(RemoteDocumentError) -> Answer {
        let deadline = ContinuousClock.now + limits.time
        var place = address
        var count = 0
        while true {
            let response = Response(limit: limits.size)
            var answer = request(place, validators, until: deadline, into: response)
            defer { free(answer.redirect) }
            switch answer.outcome {
            case CCU_DONE: break
            case CCU_MISSING: throw .noClient
            case CCU_TIMEOUT: throw .timedOut(place.shown)
            case CCU_STOPPED where response.hasLongHeader:
                throw .unreachable(place.shown, reason: "The header of the response is too long")
            case CCU_STOPPED: throw .tooLarge(limit: limits.size)
            default:
                let reason = withUnsafeBytes(of: &answer.message) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                throw .unreachable(place.shown, reason: reason)
            }
            switch answer.status {
            case 200: return .document(response.body, response.validators)
            case 304: return .unchanged
            case 301, 302, 303, 307, 308:
                guard let target = answer.redirect else { throw .status(answer.status, place.shown) }
                do throws(RedirectFault) {
                    place = try place.redirected(to: String(cString: target), after: count)
                } catch {
                    throw RemoteDocumentError(error)
                }
                count += 1
            default: throw .status(answer.status, place.shown)
            }
        }
    }

    private static func request(
        _ place: RemoteAddress, _ validators: Validators, until deadline: ContinuousClock.Instant,
        into response: Response
    ) -> ccu_answer {
        let left = max((deadline - ContinuousClock.now) / .milliseconds(1), 1)
        // Copies that live as long as the request.
        let headers = validators.conditions.map { strdup($0) }
        defer { headers.forEach { free($0) } }
        let lines = headers.map { UnsafePointer($0) } + [nil]
        return lines.withUnsafeBufferPointer { lines in
            place.text.withCString { address in
                direct.withCString { direct in
                    var request = ccu_request(
                        url: address, headers: lines.baseAddress, direct: direct, timeout: Int(left),
                        limit: Int64(response.limit),
                        header: { bytes, length, context in Response.of(context).receiveHeader(bytes, length) },
                        body: { bytes, length, context in Response.of(context).receiveBody(bytes, length) },
                        context: Unmanaged.passUnretained(response).toOpaque())
                    return withExtendedLifetime(response) { ccu_get(&request) }
                }
            }
        }
    }

    /// The hosts without a proxy: this machine, and those of the environment.
    private static let direct: String = {
        let variables = ProcessInfo.processInfo.environment
        let given = (variables["no_proxy"] ?? variables["NO_PROXY"] ?? "").trimmingCharacters(in: .whitespaces)
        // libcurl knows the sign for all hosts only if it is alone.
        if given == "*" { return given }
        return (["localhost", "127.0.0.1", "::1"] + [given]).filter { !$0.isEmpty }.joined(separator: ",")
    }()
}

/// The parts of a response that have arrived, on the thread of its request.
private final class Response {
    private(set) var validators = Validators()
    private(set) var body = Data()
    let limit: Int
    private var headerBytes = 0

    init(limit: Int) { self.limit = limit }

    var hasLongHeader: Bool { headerBytes > TransferLimits.header }

    static func of(_ context: UnsafeMutableRawPointer?) -> Response {
        guard let context else { preconditionFailure("a request without its response") }
        return Unmanaged<Response>.fromOpaque(context).takeUnretainedValue()
    }

    func receiveHeader(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> Int32 {
        headerBytes += length
        guard let bytes, !hasLongHeader else { return 0 }
        validators.read(String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self))
        return 1
    }

    func receiveBody(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> Int32 {
        guard let bytes, body.count + length <= limit else { return 0 }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
        return 1
    }
}
