// What a start says of its sources: now and then how far it is, at the end that what is sold is there, and nothing a source.
import { describe, expect, test, vi } from 'vitest'
import { tellWhenReady } from '../../../app/ready.ts'
import { createFirstRound } from '../../../ingestors/first-round.ts'

const listen = () => {
  const info = vi.fn()
  return { said: () => info.mock.calls, logger: { info } as never }
}

describe('the first round', () => {
  test('eighty sources in half a minute are a line every five seconds, and one at the end', async () => {
    const { said, logger } = listen()
    let now = 0
    const names = Array.from({ length: 80 }, (_, i) => `s${i}`)
    const round = createFirstRound(new Set(names), logger, () => now)
    for (const name of names) {
      now += 400
      round.polled(name, name !== 's7')
      round.polled(name, true)
    }
    await round.over
    expect(said().length).toBeLessThan(9)
    expect(said().at(-1)).toEqual([{ polled: 80, of: 80, failed: 1, such_as: ['s7'] }, 'every source has been polled'])
  })

  test('of none it is over at once and says nothing', async () => {
    const { said, logger } = listen()
    await createFirstRound(new Set(), logger).over
    expect(said()).toEqual([])
  })

  test('a source that was not due does not count', () => {
    const { said, logger } = listen()
    createFirstRound(new Set(['a']), logger).polled('b', true)
    expect(said()).toEqual([])
  })
})

describe('ready', () => {
  test('is said once, after the first round and when nothing waits to be applied', async () => {
    const { said, logger } = listen()
    const round = Promise.withResolvers<void>()
    const lags = [() => Promise.reject(new Error('away')), async () => [{ lag: 3 }, { lag: 0 }], async () => [{ lag: 0 }]]
    const lag = vi.fn(() => lags.shift()!())
    const told = tellWhenReady({ firstRound: round.promise, lag, logger, signal: new AbortController().signal })
    expect(lag).not.toHaveBeenCalled()
    round.resolve()
    await told
    expect(lag).toHaveBeenCalledTimes(3)
    expect(said()).toEqual([[expect.anything(), 'ready: what is sold is there']])
  })

  test('is not said by a program that is stopped before', async () => {
    const { said, logger } = listen()
    const over = new AbortController()
    const told = tellWhenReady({ firstRound: new Promise(() => undefined), lag: async () => [], logger, signal: over.signal })
    over.abort()
    await told
    expect(said()).toEqual([])
  })
})
