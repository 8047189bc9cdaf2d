/// One thing measured, and what was hoped for.
struct Line: Encodable {
  /// What the figure shall be.
  enum Goal {
    case atLeast(Double)
    case atMost(Double)
  }

  /// What was measured.
  let name: String
  /// The unit of both times.
  let unit: String
  /// The yardstick: plain C where nothing else is said.
  let plain: Quartiles?
  let ours: Quartiles?
  /// What the figure is, such as `C / ours`.
  let figureName: String
  let figure: Quartiles?
  let goal: Goal
  /// What else there is to say, or why nothing was measured.
  let note: String?

  init(
    _ name: String, unit: String = "", plain: Quartiles? = nil, ours: Quartiles? = nil,
    figureName: String, figure: Quartiles?, goal: Goal, note: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.plain = plain
    self.ours = ours
    self.figureName = figureName
    self.figure = figure
    self.goal = goal
    self.note = note
  }

  /// Whether the median reaches the goal; nil where nothing was measured.
  var isMet: Bool? {
    figure.map { figure in
      switch goal {
      case .atLeast(let least): figure.median >= least
      case .atMost(let most): figure.median <= most
      }
    }
  }

  private enum Key: String, CodingKey {
    case name, unit, plain, ours, figureName = "figure_name", figure, goal, met, note
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(unit, forKey: .unit)
    try fields.encodeIfPresent(plain, forKey: .plain)
    try fields.encodeIfPresent(ours, forKey: .ours)
    try fields.encode(figureName, forKey: .figureName)
    try fields.encodeIfPresent(figure, forKey: .figure)
    try fields.encode(goal.text, forKey: .goal)
    try fields.encodeIfPresent(isMet, forKey: .met)
    try fields.encodeIfPresent(note, forKey: .note)
  }
}

extension Line.Goal {
  var text: String {
    switch self {
    case .atLeast(let least): ">= \(least)"
    case .atMost(let most): "<= \(most)"
    }
  }
}
