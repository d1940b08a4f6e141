internal import Glibc
internal import Touch

extension Vector {
  /// 1 mm at an angle that goes counterclockwise: 0° is right, 90° up.
  init(degrees: Double) {
    let angle = degrees * .pi / 180
    self.init(dx: cos(angle), dy: -sin(angle))
  }

  /// The angle at which it goes, from 0° up to 360°.
  var degrees: Double {
    let angle = atan2(-dy, dx) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }
}
