// A source that searches a table of our own waits for the table's first facts, and for nothing else.
import { expect, test } from 'vitest'
import { TollgateError } from '../../../base/errors.ts'
import { indexIngestor } from '../../../ingestors/indexed/define.ts'
import newsIndex from '../../../ingestors/sources/news-index/index-source.ts'

const early = new TollgateError('upstream_unavailable', 'the table is empty', { retryable: true })

function poll(search: () => Promise<unknown>, signal = new AbortController().signal): Promise<unknown> {
  const ingestor = indexIngestor({ ...newsIndex, prefetched: ['en oil tanker'], search }, {
    isOn: () => false,
  } as unknown as Parameters<typeof indexIngestor>[1])
  return ingestor.fetch({ at: new Date(), signal } as Parameters<typeof ingestor.fetch>[0])
}

test('what was asked before the table held anything is asked again', async () => {
  const said: (Error | string)[] = [early, early, 'found']
  const answers = await poll(async () => {
    const next = said.shift()!
    if (next instanceof Error) throw next
    return next
  })
  expect([answers, said]).toEqual([['found'], []])
})

test('a search that was refused, or a poll that is to stop, is not asked again', async () => {
  const stopping = new AbortController()
  let asked = 0
  const refused = new TollgateError('key_unknown', 'none of these words tells anything')
  await expect(poll(() => Promise.reject(refused))).rejects.toBe(refused)
  const stopped = poll(async () => {
    asked++
    stopping.abort()
    throw early
  }, stopping.signal)
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked).toBe(1)
})
