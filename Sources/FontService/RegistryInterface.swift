/// The names of `org.fontd.FontRegistry1`, which is documented in `data/org.fontd.FontRegistry1.xml`.
public enum RegistryInterface {
    public static let busName = "org.fontd.FontRegistry1"
    public static let path = "/org/fontd/FontRegistry1"
    /// The value of the property `Version`.
    static let version: UInt32 = 1
}
