import Testing

@Suite("A file with ten different mistakes")
struct TenMistakesTests {
  @Test("all ten are reported in one pass, with location and suggestion")
  func tenMistakes() {
    let text = """
      # My gestures
      rules:
        - swype: left
          fingers: 3
          do: {keys: super+Page_Down}

        - swipe: rihgt
          fingers: three
          do: {keys: super+Page_Up}

        - pinch: out
          fingers: 4
          distance: 12mm
          do: fuzzel

        - long-press: 600
          device: touchscren
          do: {keys: control+Return}

        - swipe: up
          fingers: 3
          fingers: 4
          command: notify-send "十本の指 👋" up

        - swipe: down
          after: 2s
          within: 1s
          do: {keys: super+Page_Down}

      """
    #expect(
      check(text)
        == """
        rules.yml:3:5: error: unknown gesture 'swype'; did you mean 'swipe'?
          3 |   - swype: left
            |     ^^^^^

        rules.yml:7:12: error: unknown direction 'rihgt'; did you mean 'right'?
          7 |   - swipe: rihgt
            |            ^^^^^

        rules.yml:8:14: error: 'three' is not a number of fingers; did you mean '3'?
          8 |     fingers: three
            |              ^^^^^
          help: write a number from 1 to 10, or a range such as 3-4

        rules.yml:13:15: error: '12mm' is a length; 'distance' takes a percentage
          13 |     distance: 12mm
             |               ^^^^
          help: the distance of a pinch is the change of the distance between the fingers, such as 10%

        rules.yml:16:17: error: '600' needs a unit; did you mean '600ms'?
          16 |   - long-press: 600
             |                 ^^^

        rules.yml:17:13: error: unknown kind of device 'touchscren'; did you mean 'touchscreen'?
          17 |     device: touchscren
             |             ^^^^^^^^^^
          help: to match a device's name, write 'touchscren*'

        rules.yml:18:16: error: unknown modifier 'control'; did you mean 'ctrl'?
          18 |     do: {keys: control+Return}
             |                ^^^^^^^

        rules.yml:22:5: error: duplicate key 'fingers'
          22 |     fingers: 4
             |     ^^^^^^^
        rules.yml:21:5: note: the first is here
          21 |     fingers: 3
             |     -------

        rules.yml:23:5: error: unknown key 'command'; did you mean 'do'?
          23 |     command: notify-send "十本の指 👋" up
             |     ^^^^^^^

        rules.yml:26:5: error: 'after' exceeds 'within'
          26 |     after: 2s
             |     ^^^^^^^^^
        rules.yml:27:5: note: 'within' is here
          27 |     within: 1s
             |     ----------
          help: 'after' is the shortest time in which the distance is covered, 'within' the longest

        rules.yml: 10 errors

        """)
  }
}
