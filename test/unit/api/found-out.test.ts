// What is slow to find out is found out once for everybody who asks, told from memory while it takes long, and never from long ago.
import { expect, test } from 'vitest'
import { foundOut } from '../../../api/found-out.ts'

function create(options: Parameters<typeof foundOut>[1]) {
  const asked: PromiseWithResolvers<string>[] = []
  const ask = foundOut(() => {
    asked.push(Promise.withResolvers())
    return asked.at(-1)!.promise
  }, options)
  return { ask, asked }
}

test('who asks meanwhile or soon after gets the same answer', async () => {
  const { ask, asked } = create({ freshMs: 60_000 })
  const answers = [ask(), ask(), ask()]
  asked[0]!.resolve('one')
  expect(await Promise.all([...answers, ask()])).toEqual(['one', 'one', 'one', 'one'])
  expect(asked).toHaveLength(1)
})

test('an old answer is told at once while a new one takes long, and the new one from then on', async () => {
  const { ask, asked } = create({ freshMs: 0, waitMs: 1, oldestMs: 60_000 })
  const first = ask()
  asked[0]!.resolve('one')
  await first
  expect(await Promise.all([ask(), ask()])).toEqual(['one', 'one'])
  expect(asked).toHaveLength(2)
  asked[1]!.resolve('two')
  await asked[1]!.promise
  const next = ask()
  asked[2]?.resolve('three')
  expect(['two', 'three']).toContain(await next)
})

test('what is older than allowed is waited for, and a failure is told', async () => {
  const { ask, asked } = create({ freshMs: 0, waitMs: 1, oldestMs: 0 })
  const first = ask()
  asked[0]!.resolve('one')
  await first
  const second = ask()
  asked[1]!.reject(new Error('away'))
  await expect(second).rejects.toThrow('away')
  const third = ask()
  asked[2]!.resolve('back')
  expect(await third).toBe('back')
})
