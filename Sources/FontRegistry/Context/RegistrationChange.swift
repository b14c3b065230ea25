/// What is to become of registrations.
package enum RegistrationChange: Sendable { case unregister, enable, disable }
