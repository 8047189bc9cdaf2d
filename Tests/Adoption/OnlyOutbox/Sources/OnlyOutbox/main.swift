import TrueSealOutbox

// One entry whose push is interrupted, pushed again, and accepted.
var delivery = Delivery(Entry(recipient: [1], sequence: 1, kind: .sync, expiry: 2_000))
print(delivery.handle(.turnCame(wallClock: 1_000)))
print(delivery.handle(.interrupted))
print(delivery.handle(.turnCame(wallClock: 1_500)))
print(delivery.handle(.accepted), delivery.isSettled)

let retry = RetryPolicy(pauseFirst: .seconds(1), pauseMax: .seconds(3))
print(retry.longer(than: .seconds(1)), retry.longer(than: .seconds(2)))
