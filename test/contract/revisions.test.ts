// Every source there is, polled at awkward moments: what two polls tell differently of one moment must differ in revision too, or the log holds a dead letter.
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import type { HttpClient } from '../../ingestors/client/http.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { seenValue } from '../../ingestors/poll.ts'
import { createReplay } from '../support/replay.ts'
import { pollOnce, sampledSources } from '../support/sources.ts'

const sources = await sampledSources()
const after = (from: string, ...seconds: number[]) => seconds.map((one) => new Date(Date.parse(from) + one * 1_000))

// Across the ends of hours, of days there and here, of weeks and of a year, a second before and after.
const often = [
  ...after('2026-11-18T12:00:01Z', 0, 2, 61, 185, 297, 299, 305),
  ...after('2026-11-18T12:58:40Z', 0, 79, 81, 150),
  ...after('2026-11-18T23:59:58Z', 0, 1, 3, 240),
  ...after('2026-11-19T04:59:59Z', 0, 1, 200),
  ...after('2026-11-21T21:46:00Z', 0, 239),
  ...after('2026-11-22T23:59:58Z', 0, 3),
  ...after('2027-01-01T00:00:00Z', -1, 1, 240),
]
const seldom = after('2026-11-18T23:59:50Z', 0, 1, 11, 14)
/** Some hours of the day alone: files of years, which are slow to read. */
const isSeldom = ({ schedule }: Ingestor) => /^[\d,]+ [\d,-]+ /.test(schedule)

const dayMs = 86_400_000
const intervalOf = (at: Date) => Math.floor(at.getTime() / 300_000)
/** Whose newest figure is that of the moment it is asked at. */
const moving = new Set(['defillama-native-prices'])

interface Told {
  readonly hash: string
  readonly revision: bigint
  readonly at: Date
  readonly value: unknown
}

/** What was told of each moment, as a log would hold it. */
function createTold({ source, topic }: Ingestor) {
  const told = new Map<string, Told>()
  const newestByKey = new Map<string, Date>()
  return {
    newestByKey,
    newest: () =>
      [...newestByKey.values()].reduce<Date | null>((newest, at) => (newest === null || at > newest ? at : newest), null),
    /** What was told otherwise before, and not revised by this. */
    clashes(values: readonly unknown[], at: Date, isTrue = !moving.has(source)): unknown[] {
      return values.flatMap((value) => {
        const { key, observedAt, contentHash: hash } = seenValue(topic, value)
        const place = `${key} ${observedAt.getTime()}`
        const earlier = told.get(place)
        const revision = topic.revision(value)
        told.set(place, { hash, revision, at, value })
        if (observedAt > (newestByKey.get(key) ?? new Date(0))) newestByKey.set(key, observedAt)
        if (earlier === undefined || earlier.hash === hash) return []
        // A sample is as true as its upstream, which thinks better of it neither every second nor of all its past.
        const isUntrue = intervalOf(at) === intervalOf(earlier.at) || earlier.at.getTime() - observedAt.getTime() > 2 * dayMs
        return revision > earlier.revision && !(isTrue && isUntrue) ? [] : [{ place, earlier: earlier.value, later: value }]
      })
    },
  }
}

const hadNone = sources.filter(({ ingestor: { topic } }) => {
  const { properties, required } = topic.schema as unknown as { properties: object; required: readonly string[] }
  return 'vintage' in properties && !required.includes('vintage')
})

test.each(hadNone.map((source) => [source.ingestor.source, source] as const))(
  '%s: a fact from before there were vintages is read as it was, and gives way to what has one',
  async (_name, { ingestor, sample }) => {
    const { topic } = ingestor
    const [value] = (await pollOnce(ingestor, createReplay(sample), null)) as { vintage: string }[]
    const { vintage: _, ...before } = value!
    expect([...Compile(topic.schema).Errors(before)]).toEqual([])
    expect(seenValue(topic, before)).toEqual(seenValue(topic, value))
    expect(topic.revision(before)).toBe(0n)
    expect(topic.revision(value)).toBeGreaterThan(0n)
  },
)

/** Answers one address as an earlier client did: a display that has not moved yet. */
function lagging(now: HttpClient, url: string, earlier: HttpClient): HttpClient {
  const of = (asked: string) => (asked === url ? earlier : now)
  return {
    text: (asked, options) => of(asked).text(asked, options),
    bytes: (asked, options) => of(asked).bytes(asked, options),
    json: (asked, options) => of(asked).json(asked, options),
    download: (asked, path, options) => of(asked).download(asked, path, options),
    close: async () => undefined,
  }
}

const mostDisplays = 4

describe.each(sources.map((source) => [source.ingestor.source, source] as const))('%s', (_name, { ingestor, sample }) => {
  test('polls shortly after one another agree, later ones agree or revise', async () => {
    const told = createTold(ingestor)
    for (const at of isSeldom(ingestor) ? seldom : often) {
      const values = await pollOnce(ingestor, createReplay(sample, { at }), told.newest(), { at, newestByKey: told.newestByKey })
      expect(told.clashes(values, at), at.toISOString()).toEqual([])
    }
  })

  test('a display that lags behind the others makes a revision', async () => {
    const at = often.at(-1)!
    const since = new Date(at.getTime() - dayMs)
    const now = createReplay(sample, { at })
    const told = createTold(ingestor)
    told.clashes(await pollOnce(ingestor, now, since, { at }), at)
    let polls = 0
    for (const url of [...now.asked].slice(0, mostDisplays))
      for (const agoMs of [300_000, dayMs]) {
        const http = lagging(now, url, createReplay(sample, { at: new Date(at.getTime() - agoMs) }))
        const later = new Date(at.getTime() + 1_000 * ++polls)
        // Some a source refuses: then nothing is told.
        const values = await pollOnce(ingestor, http, since, { at: later }).catch(() => [])
        expect(told.clashes(values, later, false), `${url} of ${agoMs / 1_000} s before`).toEqual([])
      }
  })
})
