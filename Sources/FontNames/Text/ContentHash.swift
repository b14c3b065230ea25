/// SHA-256 (FIPS 180-4), for a program that links no library of cryptography.
///
/// SwiftPM builds tools of plugins without optimisation: loops count by hand, and operators are those that the compiler
/// replaces by instructions even then.
package enum ContentHash {
    /// Returns the SHA-256 of bytes in hexadecimal digits.
    package static func sha256(_ bytes: [UInt8]) -> String {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        let whole = bytes.count / 64 * 64
        let bitCount = UInt64(bytes.count) * 8
        var rest = Array(bytes[whole...]) + [0x80]
        while rest.count % 64 != 56 { rest.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            rest.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
        }
        var schedule = [UInt32](repeating: 0, count: 64)
        unsafe state.withUnsafeMutableBufferPointer { state in
            unsafe schedule.withUnsafeMutableBufferPointer { schedule in
                unsafe constants.withUnsafeBufferPointer { constants in
                    unsafe add(bytes, count: whole, to: state, schedule, constants)
                    unsafe add(rest, count: rest.count, to: state, schedule, constants)
                }
            }
        }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Adds whole blocks of 64 bytes to a state.
    private static func add(
        _ bytes: [UInt8], count: Int, to state: UnsafeMutableBufferPointer<UInt32>,
        _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
        guard let state = state.baseAddress, let schedule = schedule.baseAddress, let constants = constants.baseAddress
        else { return }
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let bytes = bytes.baseAddress else { return }
            var start = 0
            while start < count {
                unsafe add(bytes + start, to: state, schedule, constants)
                start &+= 64
            }
        }
    }

    /// Adds a block of 64 bytes to a state.
    private static func add(
        _ bytes: UnsafePointer<UInt8>, to state: UnsafeMutablePointer<UInt32>,
        _ schedule: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>
    ) {
        var step = 0
        while step < 16 {
            let bytes = unsafe bytes + step &* 4
            let high = unsafe UInt32(truncatingIfNeeded: bytes[0]) &<< 24 | UInt32(truncatingIfNeeded: bytes[1]) &<< 16
            let low = unsafe UInt32(truncatingIfNeeded: bytes[2]) &<< 8 | UInt32(truncatingIfNeeded: bytes[3])
            unsafe schedule[step] = high | low
            step &+= 1
        }
        while step < 64 {
            let (early, late) = unsafe (schedule[step &- 15], schedule[step &- 2])
            let first = (early &>> 7 | early &<< 25) ^ (early &>> 18 | early &<< 14) ^ (early &>> 3)
            let second = (late &>> 17 | late &<< 15) ^ (late &>> 19 | late &<< 13) ^ (late &>> 10)
            unsafe schedule[step] = schedule[step &- 16] &+ first &+ schedule[step &- 7] &+ second
            step &+= 1
        }
        var (a, b, c, d) = unsafe (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = unsafe (state[4], state[5], state[6], state[7])
        step = 0
        while step < 64 {
            let first = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
            let choice = (e & f) ^ (~e & g)
            let added = unsafe h &+ first &+ choice &+ constants[step] &+ schedule[step]
            let second = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            h = g
            g = f
            f = e
            e = d &+ added
            d = c
            c = b
            b = a
            a = added &+ second &+ majority
            step &+= 1
        }
        unsafe state[0] = state[0] &+ a
        unsafe state[1] = state[1] &+ b
        unsafe state[2] = state[2] &+ c
        unsafe state[3] = state[3] &+ d
        unsafe state[4] = state[4] &+ e
        unsafe state[5] = state[5] &+ f
        unsafe state[6] = state[6] &+ g
        unsafe state[7] = state[7] &+ h
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
