// How many payments are taken at once follows how many can be settled, in a world whose every moment is made up.
import { expect, test } from 'vitest'
import { createPace } from '../../../api/payment/gate/pace.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'

interface World {
  /** How many are settled a second, one after the other, and what a settlement takes besides: a wait for a block varies by itself. */
  readonly settles: number
  readonly takesMs: number | (() => number)
  readonly offered: number
}

/** What the last part of those taken waited for, and how many of all that could be settled then were. */
function simulate({ settles, takesMs, offered }: World, seconds: number, from: number, most = 512) {
  let now = 0
  const pace = createPace({ most, now: () => now })
  let freeAt = 0
  const under: { endsAt: number; ms: number; leave: () => void }[] = []
  const done: { at: number; ms: number }[] = []
  const offers = seconds * offered
  for (let n = 0; n < offers; n++) {
    const at = (n * 1_000) / offered
    while (under.length > 0 && under[0]!.endsAt <= at) {
      const { endsAt, ms, leave } = under.shift()!
      now = endsAt
      done.push({ at: endsAt, ms })
      pace.took(ms)
      leave()
    }
    now = at
    if (pace.isFull) continue
    freeAt = Math.max(at, freeAt) + 1_000 / settles
    const endsAt = freeAt + (typeof takesMs === 'number' ? takesMs : takesMs())
    under.push({ endsAt, ms: endsAt - at, leave: pace.enter() })
    under.sort((a, b) => a.endsAt - b.endsAt)
  }
  const late = done.filter(({ at }) => at >= from * 1_000)
  const sorted = late.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    longest: Math.max(...done.map(({ ms }) => ms)),
    p99: sorted[Math.floor(sorted.length * 0.99)]!,
    share: late.length / (seconds - from) / settles,
    limit: pace.limit,
  }
}

test.each([
  { settles: 50, takesMs: 20, offered: 500 },
  { settles: 10, takesMs: 5, offered: 100 },
  { settles: 300, takesMs: 20, offered: 3_000 },
  { settles: 50, takesMs: 1_500, offered: 500 },
])(
  'offered ten times what can be settled, $settles a second of $takesMs ms: what is taken is soon done, and nothing lies idle',
  (world) => {
    const { p99, share, longest } = simulate(world, 120, 20)
    // The first ones come before anybody knows.
    expect(longest).toBeLessThan(world.takesMs + Math.max(3_000, (100 * 1_000) / world.settles + 1_000))
    // No fewer than these are taken, however long they wait.
    expect(p99).toBeLessThan(world.takesMs + Math.max(1_500, (1.1 * 64 * 1_000) / world.settles))
    expect(share).toBeGreaterThan(0.9)
  },
)

test('where nothing waits there is soon room for all that may be under way, and a chain that takes long is no crowd', () => {
  expect(simulate({ settles: 4_000, takesMs: 100, offered: 3_500 }, 30, 1).limit).toBeGreaterThan(300)
  expect(simulate({ settles: 1_000, takesMs: 4_000, offered: 120 }, 30, 1).limit).toBeGreaterThan(400)
})

test.each([
  ['blocks of two seconds', 30, (chance: () => number) => 300 + 2_000 * chance()],
  ['a facilitator that is now quick, now slow', 20, (chance: () => number) => 800 + 5_000 * chance() ** 3],
  ['blocks of twelve seconds', 5, (chance: () => number) => 500 + 12_000 * chance()],
])('%s are no crowd: all %i a second are taken', (_name, offered, takes) => {
  for (const seed of [1, 2, 3]) {
    const random = seededRandom(seed)
    const { share } = simulate({ settles: 1_000, takesMs: () => takes(random.next), offered }, 300, 30)
    expect(share * 1_000).toBeGreaterThan(0.98 * offered)
  }
})

test('a few that somebody makes slow shut nobody out, and who waits for somebody else takes no room', () => {
  const pace = createPace({ most: 512, now: () => 0 })
  for (let n = 0; n < 60; n++) pace.took(n % 3 === 0 ? 60_000 : 20)
  expect(pace.limit).toBe(96)
  const leaves = Array.from({ length: 96 }, () => pace.enter())
  expect(pace.isFull).toBe(true)
  leaves[0]!()
  leaves[0]!()
  expect(pace.isFull).toBe(false)
  pace.enter()
  expect(pace.isFull).toBe(true)
})

test('a chain that slows down and comes back is followed both ways', () => {
  let now = 0
  const pace = createPace({ most: 512, now: () => now })
  const settle = (ms: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const leaves = Array.from({ length: pace.limit }, () => pace.enter())
      now += ms / pace.limit
      pace.took(ms)
      for (const leave of leaves) leave()
    }
  }
  settle(50, 300)
  const before = pace.limit
  settle(5_000, 300)
  expect(pace.limit).toBeLessThan(before / 4)
  settle(50, 3_000)
  expect(pace.limit).toBeGreaterThan(before / 4)
})
