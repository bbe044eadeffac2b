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

/** A transaction that ends when it is told to. */
function transaction(work: (storing: Storing) => void) {
  const end = Promise.withResolvers<void>()
  const run = async (storing: Storing) => {
    work(storing)
    await end.promise
    return storing.clashing
  }
  return { end, run }
}

const store = (storing: Storing) => storing.stored([fact])

test('the others wait for the one that stores, and learn what clashed', async () => {
  const same = records()
  const { end, run } = transaction(store)
  const first = storingOnce(same, run)
  let begun = 0
  const others = [1, 2].map(() =>
    storingOnce(same, async ({ clashing }) => {
      begun++
      return clashing
    }),
  )
  await Promise.resolve()
  expect(begun).toBe(0)
  end.resolve()
  expect([await first, ...(await Promise.all(others))]).toEqual([null, [fact], [fact]])
})

test('where the one that stores fails, one of the others stores, and the last has nothing to do', async () => {
  const same = records()
  const { end, run } = transaction(store)
  const first = storingOnce(same, run)
  let stored = 0
  const others = [1, 2].map(() =>
    storingOnce(same, async (storing) => {
      if (storing.clashing === null) stored++
      store(storing)
    }),
  )
  end.reject(new Error('rolled back'))
  await expect(first).rejects.toThrow('rolled back')
  await Promise.all(others)
  expect(stored).toBe(1)
})

test('one that had nothing to store leaves it to the next; other records are another matter', async () => {
  const same = records()
  const seen: unknown[] = []
  const note = async (storing: Storing) => {
    seen.push(storing.clashing)
    if (seen.length > 1) storing.stored([])
  }
  for (const list of [same, same, same, records()]) await storingOnce(list, note)
  expect(seen).toEqual([null, null, [], null])
})
