package import FontModel

/// Finds enabled registered fonts by a name, which is folded unless the kind is exact.
package typealias RegisteredNames = @Sendable (String, NameKind) throws(FontError) -> [FontDescriptor]
