// What comes and goes by the thousand: it is kept as a Map keeps it, and what has gone is given up without a look through the whole heap.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createPassing } from '../../../base/passing.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as (how?: { type: 'minor' | 'major' }) => void
const usedBytes = () => getHeapStatistics().used_heap_size

test('what has gone is given up while only the young part of the heap is looked through', () => {
  const passing = createPassing<number, number[]>()
  passing.set(-1, [])
  // Everything that lives, its first table too, is old from here on.
  collect({ type: 'major' })
  const before = usedBytes()
  for (let n = 0; n < 20_000; n++) {
    passing.set(n, Array(100).fill(n))
    passing.delete(n - 100)
    if (n % 2_000 === 1_999) collect({ type: 'minor' })
  }
  collect({ type: 'minor' })
  expect(passing.size).toBe(100)
  // All that went through it is 16 MB.
  expect(usedBytes() - before).toBeLessThan(4_000_000)
})

test('keeps what a Map keeps, in its order, whatever comes and goes', () => {
  const [passing, map] = [createPassing<number, number>(), new Map<number, number>()]
  for (let n = 0; n < 20_000; n++) {
    const key = (n * 7_919) % 1_009
    if ((n * 31) % 7 < 3) {
      passing.set(key, n)
      map.set(key, n)
    } else expect(passing.delete(key)).toBe(map.delete(key))
    expect([passing.size, passing.get(key), passing.has(key)]).toEqual([map.size, map.get(key), map.has(key)])
  }
  expect(passing.values()).toEqual([...map.values()])
})
