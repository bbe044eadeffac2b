// Many calls in one statement: none waits for nothing, and none fails for another's sake.
import { expect, test } from 'vitest'
import { createBatcher } from '../../../db/work/batcher.ts'

const isBad = (item: number) => item < 0
const never = () => false

test('what comes while a batch is under way goes together in the next, and everybody gets the result of theirs', async () => {
  const batches: number[][] = []
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const double = createBatcher<number, number>(async (items) => {
    batches.push([...items])
    if (batches.length === 1) await held
    return items.map((item) => item * 2)
  }, never)
  const first = double(1)
  while (batches.length === 0) await new Promise(setImmediate)
  const rest = [double(2), double(3), double(4)]
  letGo()
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([[1], [2, 3, 4]])
})

test('no more than a hundred items go together, and one batch after the other', async () => {
  let atOnce = 0
  let most = 0
  const sizes: number[] = []
  const run = createBatcher<number, number>(async (items) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    sizes.push(items.length)
    await new Promise(setImmediate)
    atOnce -= 1
    return items
  }, never)
  await Promise.all(Array.from({ length: 250 }, (_, n) => run(n)))
  expect(most).toBe(1)
  expect(sizes).toEqual([100, 100, 50])
})

test('a batch refused whole is tried one by one: only the bad item fails', async () => {
  const run = createBatcher<number, string>(
    async (items) => {
      if (items.some(isBad)) throw new Error('refused')
      return items.map((item) => `done ${item}`)
    },
    () => true,
  )
  const results = await Promise.allSettled([run(1), run(-1), run(2)])
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'done 1',
    'failed',
    'done 2',
  ])
})

test('a batch of which nobody knows whether it was done is not tried again', async () => {
  let runs = 0
  const run = createBatcher<number, number>(async () => {
    runs += 1
    throw new Error('the connection broke')
  }, never)
  const results = await Promise.allSettled([run(1), run(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(runs).toBe(1)
})

test('where nobody waits, what comes within a while goes together, and at once when a list is full', async () => {
  const sizes: number[] = []
  const noteSize = async (items: readonly number[]) => {
    sizes.push(items.length)
    return items
  }
  const run = createBatcher(noteSize, never, 60_000)
  await Promise.all(Array.from({ length: 200 }, (_, n) => run(n)))
  expect(sizes).toEqual([100, 100])
  const soon = createBatcher(noteSize, never, 30)
  const first = soon(1)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await Promise.all([first, soon(2)])).toEqual([1, 2])
  expect(sizes.slice(2)).toEqual([2])
})
