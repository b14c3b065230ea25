/// Returns numbers as big-endian 16-bit bytes.
public func words(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
}

/// Returns numbers as big-endian 32-bit bytes.
public func longs(_ numbers: Int...) -> [UInt8] { numbers.flatMap { words($0 >> 16, $0) } }
