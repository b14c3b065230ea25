// The values of the bus are part of every wire form: one import gives both.
@_exported public import DBus
