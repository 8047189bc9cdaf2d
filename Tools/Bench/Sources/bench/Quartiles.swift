/// The middle of some figures, and how far they spread.
struct Quartiles: Encodable {
  let low: Double
  let median: Double
  let high: Double

  /// The quartiles of at least one figure, between neighbours where they fall there.
  init(_ figures: [Double]) {
    precondition(!figures.isEmpty, "quartiles need a figure")
    let sorted = figures.sorted()
    func at(_ fraction: Double) -> Double {
      let place = fraction * Double(sorted.count - 1)
      let below = Int(place)
      let above = min(below + 1, sorted.count - 1)
      return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
    (low, median, high) = (at(0.25), at(0.5), at(0.75))
  }
}
