/// Signatures of ``message`` that the Python package cryptography made.
enum SignatureVectors {
    static let message = Array("signed metadata".utf8)

    /// An Ed25519 key; its seed is the bytes 0…31.
    static let ed25519Key = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    /// Its signature.
    static let ed25519Signature =
        "5896236ed2feced73535532ab368c99e1a008e8728fa80cee15224eb83df0c5a0a0f538f57078a26811eff26"
        + "3cd685af0d0675c36150fc0aeedbc26c7cece904"
    /// The private key in PKCS#8.
    static let ed25519Private = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
        -----END PRIVATE KEY-----
        """
    /// An ECDSA key on P-256.
    static let ecdsaKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9oGC/Ku9ILjuXGufVIxm7IA7i8rd
        /KNazZ+c/Lik4DU9oq8T572sxY8ixIAPJNVfYQjDkTeJ1GwOBgv57szE3Q==
        -----END PUBLIC KEY-----
        """
    /// The same key as a point.
    static let ecdsaPoint =
        "04f68182fcabbd20b8ee5c6b9f548c66ec803b8bcaddfca35acd9f9cfcb8a4e0353da2af13e7bdacc58f22c4"
        + "800f24d55f6108c3913789d46c0e060bf9eeccc4dd"
    /// Its signature, in DER.
    static let ecdsaSignature =
        "3045022100c2e5e895a924e9edf4e2dbed0211a9b41e178dcf19c317aec80d9e3f34821233022056a84026f4"
        + "3a2f5c4b244ef21a2e7f632d0ea8b31988abb5f6e904885be6ab42"
    /// A key on another curve.
    static let p384Key = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE4ibHXQJsRO1inNwtxoMsW71kzx42ggVl
        hzACh2Vf6Vn/DOLpv1+PqUIRrflAx7N+k/U+eFmyjX1wwoVFkERf1pHvsLWejKE7
        4NtO+nez3enip3D3UAkW0O8i6W1nCPFj
        -----END PUBLIC KEY-----
        """
    /// An RSA key of 2,048 bits.
    static let rsaKey = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAp+xWBqaDcUIFk4RoaIVe
        LJ3HuKIv8qzgaCBGjt+Dhy0JqRCmbXpNajh7Cc9QXUg+Uo/UIo9gGLPcKlSQ/QZe
        QicKA3KqhMhxjl/bI5BZjEUcFuEYLA9r4GIAEGS3Lof9waWfZXnWj/MSFPIIfOrq
        ufxvjR7KELzs2HHLOhqc9iI8cCt7siDaBu6Ps/bYsF6dkoCPb+4z9vrB0Lmv6Z15
        THUbaIap2nGFXlX7NJw/ePmsdEnaGOEaHtaC2qVU401eTF5NJ7lruyiQd5vzsott
        H0I73vWiC5HgnjFfgoFiecYPL0k7wjrdz3BXI8kxJ77lZNzwe3fpQ+AWmM/6AhNi
        ywIDAQAB
        -----END PUBLIC KEY-----
        """
    /// The same key in the form of PKCS#1.
    static let rsaPlainKey = """
        -----BEGIN RSA PUBLIC KEY-----
        MIIBCgKCAQEAp+xWBqaDcUIFk4RoaIVeLJ3HuKIv8qzgaCBGjt+Dhy0JqRCmbXpN
        ajh7Cc9QXUg+Uo/UIo9gGLPcKlSQ/QZeQicKA3KqhMhxjl/bI5BZjEUcFuEYLA9r
        4GIAEGS3Lof9waWfZXnWj/MSFPIIfOrqufxvjR7KELzs2HHLOhqc9iI8cCt7siDa
        Bu6Ps/bYsF6dkoCPb+4z9vrB0Lmv6Z15THUbaIap2nGFXlX7NJw/ePmsdEnaGOEa
        HtaC2qVU401eTF5NJ7lruyiQd5vzsottH0I73vWiC5HgnjFfgoFiecYPL0k7wjrd
        z3BXI8kxJ77lZNzwe3fpQ+AWmM/6AhNiywIDAQAB
        -----END RSA PUBLIC KEY-----
        """
    /// Its PSS signature with a salt of 32 bytes.
    static let rsaSignature =
        "325867df4426c7a0c381160d26cc7a6887f81eccfd1e3c19a778e29c56a805c2a3844d09c8b4dd62e7b7433d"
        + "5da83cd3b043489e9361cee161f5cfc71f44bba29c780c5df91514b54c0b8b74a436c20ad24162a2715e2934"
        + "2240f03be3f3397110c4cf97b3523cc896bcd3d9072575e6ecc5ba81e6e8c7d398cce011a5063403e00b6fb0"
        + "1e321850738dfbed95d024dfbe3f3aea2d433b9d35485b2054e40546d93cc7bc470b722961dc865f35e08347"
        + "ca141ecf2c6dc363953e7eb1f2528d568dc60285bef2f9ff8bbb462b4f531985d146b6377ca2b94ee6544666"
        + "7d8117f7f888b913f09e4112474451cf6e49038696dc3bfca109de52e60a27a78e65fe0e"
    /// A PSS signature with a salt of 20 bytes.
    static let rsaShortSaltSignature =
        "1317619e16bb00b3cfc1dbb029257f81842f3d1c568d69956a0665a1a25ca62c1b3ef97652366237e0dd3b90"
        + "79d52257d19e52a617c021c25ab55d99ffe2fc9bb74d16d528a3446f19629e57d202e4819278855762c57265"
        + "05152e9655d36fa85a15083ad833f3644897daef58e01e8f108e9e293316b0fcaa00619af1e80ad187f28fb6"
        + "9a28323c96636649f076a8f980dfc263bf3c80e01ef84f1d0589154ef314956c6ccb149faf514a42871a884a"
        + "7b717cde2d282da88dd61363a670b6262056295a307e78d07739ef191e179e8762733d7fdf692039ada3dfaa"
        + "7085d1841c769678194cc74e755e69d3386e212c080bf341f7d34032aaf73f1b5cf7f545"
    /// An RSA key of 1,024 bits, which is refused.
    static let smallRSAKey = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCnvjmKXNEh782HSYcvhg67eOjj
        ghf3Vs/mu4A9pOtyqx8TXOZEQLUBqE467TQk50SuRuc8SnJznajPRIJ1ErDTnYhz
        W7R3AaFXnAqBQgfBuij79hYrUMhGpfW4zJzCRqDiR1THYA0GekzH1lxrcHsugAHx
        ZtM2hKyQFm1LrEONCwIDAQAB
        -----END PUBLIC KEY-----
        """
    /// Its PSS signature.
    static let smallRSASignature =
        "4e9971ee095980b81f98422ba86a906f76fb923e24e1908449b9f21a27b20e2a5859460087197f5bfa44e002"
        + "57b00acc36d51dc58705f0c27e2dc6d5a86b491430b2e94ad2f15ec182743a64f0b14a6b7812cf14725ac515"
        + "e45b5a6b836f67d135af48340533d712d7a99172653bf56ab530d76b03e9c103f6f7f2d18b3a56f3"
}
