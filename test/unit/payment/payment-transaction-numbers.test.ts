// Numbers of transactions: in the order of asking, none twice, the unused and the lost ones again.
import { expect, test } from 'vitest'
import { createTransactionNumbers } from '../../../api/payment/facilitator/transaction-numbers.ts'

function world(free = 0) {
  const self = { free, now: 0, asked: 0, fails: false }
  const numbers = createTransactionNumbers({
    firstFree: async () => {
      self.asked += 1
      await Promise.resolve()
      if (self.fails) throw new Error('away')
      return self.free
    },
    patienceMs: 1_000,
    now: () => self.now,
  })
  return Object.assign(self, { numbers })
}

test.each([0, 7])('from %i on, many asked for at once are all different and cost one question', async (first) => {
  const w = world(first)
  const taken = await Promise.all(Array.from({ length: 50 }, () => w.numbers.take()))
  expect(taken).toEqual(Array.from({ length: 50 }, (_, index) => first + index))
  expect(w.asked).toBe(1)
})

test('what the chain has not seen yet is not handed out again: not the first number of all, nor a later one', async () => {
  const w = world(0)
  for (const expected of [0, 1, 2]) {
    const number = await w.numbers.take()
    expect(number).toBe(expected)
    w.numbers.used(number)
  }
  expect(w.asked).toBe(3)
})

test('while others are under way the chain is not asked; after a while it is', async () => {
  const w = world(5)
  await w.numbers.take()
  expect(await w.numbers.take()).toBe(6)
  expect(w.asked).toBe(1)
  w.now = 1_001
  expect(await w.numbers.take()).toBe(7)
  expect(w.asked).toBe(2)
})

test('an unused number is handed out next, the lowest first, and no other twice', async () => {
  const { numbers } = world(3)
  const taken = [await numbers.take(), await numbers.take(), await numbers.take(), await numbers.take()]
  numbers.unused(taken[2]!)
  numbers.unused(taken[1]!)
  expect([await numbers.take(), await numbers.take(), await numbers.take()]).toEqual([4, 5, 7])
})

test('an unused number is waited for as long as nobody needs one; those behind it stay used', async () => {
  const w = world(3)
  const taken = [await w.numbers.take(), await w.numbers.take(), await w.numbers.take()]
  w.numbers.unused(taken[0]!)
  for (const number of taken.slice(1)) w.numbers.used(number)
  w.now = 5_000
  expect([await w.numbers.take(), await w.numbers.take()]).toEqual([3, 6])
})

test('numbers that somebody else has used are passed over', async () => {
  const w = world(3)
  const [first] = [await w.numbers.take(), await w.numbers.take()]
  w.free = 9
  w.numbers.taken(first!)
  expect(await Promise.all([w.numbers.take(), w.numbers.take()])).toEqual([9, 10])
  w.numbers.unused(4)
  w.numbers.taken(9)
  w.free = 20
  w.fails = true
  await expect(w.numbers.take()).rejects.toThrow()
  w.fails = false
  expect(await w.numbers.take()).toBe(20)
})

test('a number that was sent and is missing is handed out again after a while, the ones behind it are not', async () => {
  const w = world(3)
  for (let i = 0; i < 3; i++) w.numbers.used(await w.numbers.take())
  w.now = 999
  const soon = await w.numbers.take()
  expect(soon).toBe(6)
  w.numbers.used(soon)
  w.now = 1_000
  const missing = await w.numbers.take()
  expect(missing).toBe(3)
  w.numbers.used(missing)
  expect(await w.numbers.take()).toBe(7)
})

test('a number that is still under way is not missing', async () => {
  const w = world(3)
  await w.numbers.take()
  w.now = 5_000
  expect(await w.numbers.take()).toBe(4)
  expect(w.asked).toBe(2)
})

test('a node that is behind what another has said moves nothing', async () => {
  const w = world(300)
  w.numbers.used(await w.numbers.take())
  w.free = 301
  w.numbers.used(await w.numbers.take())
  w.free = 300
  w.now = 999
  expect(await w.numbers.take()).toBe(302)
})

test.each([0, 300])('a chain that has begun anew is followed, also by a key that began at %i', async (first) => {
  const w = world(first)
  for (const seen of [1, 2]) {
    w.numbers.used(await w.numbers.take())
    w.free = first + seen
  }
  w.numbers.used(await w.numbers.take())
  w.free = 0
  w.now = 1_000
  expect([await w.numbers.take(), await w.numbers.take()]).toEqual([0, 1])
})

test('a chain that cannot be asked gives no number, and is asked again by the next', async () => {
  const w = world(3)
  w.fails = true
  const both = await Promise.allSettled([w.numbers.take(), w.numbers.take()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(w.asked).toBe(1)
  w.fails = false
  expect(await w.numbers.take()).toBe(3)
})

test.each([1, 40])(
  'after a reorganisation under traffic that never pauses all %i lost numbers are handed out within seconds',
  async (count) => {
    const w = world(10)
    const waiting: number[] = []
    const sendOne = async () => {
      waiting.push(await w.numbers.take())
      // There are always three under way.
      if (waiting.length > 3) w.numbers.mined(waiting.shift()!)
      w.now += 20
    }
    while (w.now < 5_000) {
      await sendOne()
      w.free = waiting[0]!
    }
    const lost = Array.from({ length: count }, (_, index) => w.free - count + index)
    w.free = lost[0]!
    const since = w.now
    const handed = new Set<number>()
    while (handed.size < count && w.now < since + 60_000) {
      const number = await w.numbers.take()
      if (lost.includes(number)) {
        handed.add(number)
        w.numbers.mined(number)
        if (number === w.free) w.free += 1
      } else {
        // Behind the missing one it waits in the node's queue until nobody waits for it any more.
        waiting.push(number)
        w.numbers.used(waiting.shift()!)
      }
      w.now += 20
    }
    expect([...handed].toSorted((a, b) => a - b)).toEqual(lost)
    expect(w.now - since).toBeLessThan(5_000)
  },
)

test('where one number was lost on its way, the next missing one is found at once', async () => {
  const w = world(3)
  await w.numbers.take()
  for (let i = 0; i < 4; i++) w.numbers.used(await w.numbers.take())
  w.free = 4
  w.now = 1_001
  for (const missing of [4, 5, 6]) {
    expect(await w.numbers.take()).toBe(missing)
    w.numbers.mined(missing)
    w.free = missing + 1
  }
})
