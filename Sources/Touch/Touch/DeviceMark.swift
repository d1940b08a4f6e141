/// The physical paths of Sleight's own touch devices, by which every instance of it recognises them.
public enum DeviceMark {
  /// The beginning of the path of every device that stands for an owned one.
  public static let clone = "sleight/"
  /// The same for those that only this program reads.
  public static let privateClone = "sleight/private/"
  /// The path of the touchpad on which hands of touchscreens are shown: no hand of its own touches it.
  public static let virtualTouchpad = "sleight-touchpad"
}
