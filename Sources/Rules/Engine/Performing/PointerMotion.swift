internal import Rules

/// The motion of a pointer that follows fingers as it follows one finger on a touchpad.
struct PointerMotion {
  private let acceleration: TouchpadAcceleration
  /// The multiple of that motion that a rule states.
  private let speed: Double
  private let isMouse: Bool

  /// - Parameters:
  ///   - acceleration: that of one finger on the touchpad.
  ///   - speed: a multiple of it.
  ///   - isMouse: true if the desktop accelerates the pointer as a mouse. No protocol for virtual pointers is
  ///     accelerated.
  init(_ acceleration: TouchpadAcceleration, speed: Double, isMouse: Bool) {
    self.acceleration = acceleration
    self.speed = speed
    self.isMouse = isMouse
  }

  /// The units of motion for a millimetre, while the fingers have a speed in mm/s.
  func unitsPerMillimetre(at speed: Double) -> Double {
    let gain = acceleration.gain(at: speed) * self.speed
    return isMouse ? gain / Self.mouseFactor(of: gain * speed / 1000) : gain
  }

  /// The factor by which libinput multiplies the motion of a mouse of 1000 dpi with its default settings, such that it
  /// is `output` units/ms in the end. libinput 1.22 to 1.31, src/filter-mouse.c (`pointer_accel_profile_linear`): the
  /// factor of `x` units/ms is 0.3 + 10x below 0.07, then 1, and above 0.4 it is 1 + 1.1 (x - 0.4), but at most 2.
  /// These are its solutions for the product.
  static func mouseFactor(of output: Double) -> Double {
    if output < 0.07 { return (0.3 + (0.09 + 40 * output).squareRoot()) / 2 }
    if output < 0.4 { return 1 }
    return min(2, (0.56 + (0.3136 + 4.4 * output).squareRoot()) / 2)
  }
}
