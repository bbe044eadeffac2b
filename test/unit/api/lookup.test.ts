// A lookup's index: requests wait for the first one only; while a newer one is built the older answers, with the row it belongs to.
import { expect, test } from 'vitest'
import { createLookup } from '../../../api/lookup.ts'
import { TollgateError } from '../../../base/errors.ts'
import type { Database } from '../../../db/client.ts'
import type { StoredSignalRow } from '../../../db/rows/signals.ts'
import type { RouteDefinition } from '../../../processors/kit/define.ts'

const rowOf = (id: number) =>
  ({
    id,
    body: JSON.stringify({ row: id }),
    meta: JSON.stringify({ coverage: { inputs_used: 9 }, sources: [] }),
  }) as StoredSignalRow

function lookupOf(build: () => Promise<number>) {
  const lookup = {
    selections: [],
    build,
    answer: (index: number, body: object, input: object) => ({ body: { ...body, index, ...input } }),
  }
  const look = createLookup({ lookup } as unknown as RouteDefinition, {} as Database)
  return async (id: number) => JSON.parse((await look.answer(rowOf(id), { asked: id }, new Date())).body)
}

test('a new row is answered for by the index before it, until its own is there', async () => {
  const built: PromiseWithResolvers<number>[] = []
  const ask = lookupOf(() => {
    built.push(Promise.withResolvers<number>())
    return built.at(-1)!.promise
  })
  const [one, same] = [ask(1), ask(1)]
  await expect.poll(() => built.length).toBe(1)
  built[0]!.resolve(10)
  expect([await one, await same]).toEqual([
    { row: 1, index: 10, asked: 1 },
    { row: 1, index: 10, asked: 1 },
  ])
  expect(await ask(2)).toEqual({ row: 1, index: 10, asked: 2 })
  await expect.poll(() => built.length).toBe(2)
  built[1]!.resolve(20)
  await expect.poll(() => ask(2)).toEqual({ row: 2, index: 20, asked: 2 })
  expect(built).toHaveLength(2)
})

test('an index that could not be built is tried again', async () => {
  let tries = 0
  const ask = lookupOf(async () => {
    if (++tries === 1) throw new Error('the database is away')
    return 7
  })
  await expect(ask(1)).rejects.toThrow('away')
  expect(await ask(1)).toMatchObject({ index: 7 })
})

test('what the facts do not know is refused by the index that is there; who has not paid makes no newer one', async () => {
  let built = 0
  const lookup = {
    selections: [],
    build: () => ++built,
    refuse(index: number, { asked }: { asked: number }) {
      if (asked > index) throw new TollgateError('input_unusable', `asked: ${asked} is not read; read are up to ${index}`)
    },
    answer: (index: number) => ({ body: { index } }),
  }
  const look = createLookup({ lookup } as unknown as RouteDefinition, {} as Database)
  const refuse = (id: number, asked: number) => look.refuse(rowOf(id), { asked }, new Date())
  await expect(refuse(1, 5)).rejects.toMatchObject({ code: 'input_unusable', message: expect.stringContaining('up to 1') })
  await refuse(1, 1)
  await refuse(2, 1)
  await expect(refuse(2, 2)).rejects.toMatchObject({ code: 'input_unusable' })
  expect(built).toBe(1)
})

test('an answer of its own says what it is made of itself, not what the row is', async () => {
  const lookup = { selections: [], build: () => 1, answer: () => ({ body: {}, coverage: { inputs_used: 2 } }) }
  const look = createLookup({ lookup } as unknown as RouteDefinition, {} as Database)
  expect(JSON.parse((await look.answer(rowOf(1), {}, new Date())).meta)).toEqual({ coverage: { inputs_used: 2 }, sources: [] })
})
