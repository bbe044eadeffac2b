// Facts of the same records are stored by one group of a process; the others go on when they stand, or store them after all.
import { expect, test } from 'vitest'
import type { StoredFact } from '../../../db/facts/observations.ts'
import { type Storing, storingOnce } from '../../../db/facts/stored-once.ts'
import type { LogRecord } from '../../../db/log/port.ts'

const fact: StoredFact = {
  ...{ topic: 't', key: 'k', observedAt: new Date(0), revision: 0n },
  ...{ value: '{}', partition: 0, offset: 0n },
}
const records = (): LogRecord[] => [{ ...fact, appendedAt: new Date(0) }]

/** A transaction that stores what is left to it, and ends when it is told to. */
function transaction() {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = async (storing: Storing) => {
    const known = await storing.take()
    if (known === null) storing.stored([fact])
    begun.resolve()
    await end.promise
    return known
  }
  return { begun: begun.promise, end, run }
}

test('the others wait for the one that stores, and learn what clashed', async () => {
  const same = records()
  const { begun, end, run } = transaction()
  const first = storingOnce(same, run)
  await begun
  let gone = 0
  const others = [1, 2].map(() =>
    storingOnce(same, async (storing) => {
      const known = await storing.take()
      gone++
      return known
    }),
  )
  await new Promise(setImmediate)
  expect(gone).toBe(0)
  end.resolve()
  expect([await first, ...(await Promise.all(others))]).toEqual([null, [fact], [fact]])
})

test('where the one that stores fails, one of the others stores, and the last has nothing to do', async () => {
  const same = records()
  const { begun, end, run } = transaction()
  const first = storingOnce(same, run)
  await begun
  let stored = 0
  const others = [1, 2].map(() =>
    storingOnce(same, async (storing) => {
      if ((await storing.take()) !== null) return
      stored++
      storing.stored([])
    }),
  )
  end.reject(new Error('rolled back'))
  await expect(first).rejects.toThrow('rolled back')
  await Promise.all(others)
  expect(stored).toBe(1)
})

test('who has not come to store holds up nobody', async () => {
  const same = records()
  const held = Promise.withResolvers<void>()
  const first = storingOnce(same, async (storing) => {
    await held.promise
    return storing.take()
  })
  const second = storingOnce(same, async (storing) => {
    const known = await storing.take()
    storing.stored([fact])
    return known
  })
  expect(await second).toBeNull()
  held.resolve()
  expect(await first).toEqual([fact])
})

test('one that had nothing to store leaves it to the next; other records are another matter', async () => {
  const same = records()
  const seen: unknown[] = []
  const note = async (storing: Storing) => {
    seen.push(await storing.take())
    if (seen.length > 1) storing.stored([])
  }
  for (const list of [same, same, same, records()]) await storingOnce(list, note)
  expect(seen).toEqual([null, null, [], null])
})
