// Every capture wounded by chance: a member dropped, a word for a figure, rows twice or in another order, a cut end.
// Whatever is made of it is part of what is made of the whole one, or the poll is refused by name.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TollgateError } from '../../base/errors.ts'
import type { Sample, SampleAnswer } from '../../ingestors/define.ts'
import { findExchange } from '../../ingestors/recorded/match.ts'
import { captures, exchangesOf } from '../support/captures.ts'
import fc from '../support/chance.ts'
import { type Corruption, corruptions } from '../support/corrupt.ts'
import { differenceOf, factName, isOfRight } from '../support/part-of.ts'
import { createReplay } from '../support/replay.ts'
import { pollOnce, type SampledSource, sampledSources } from '../support/sources.ts'

const folder = process.env.UPSTREAM_SAMPLES ?? ''
const there = captures.filter(({ file }) => folder !== '' && existsSync(join(folder, 'samples', file)))
if (there.length === 0) console.warn('skipped: wounded captures (UPSTREAM_SAMPLES names none)')

const sources = new Map((await sampledSources()).map((source) => [source.ingestor.source, source]))
const sets = [...Map.groupBy(there, ({ source, at }) => `${source} ${at}`).values()]
// Lists of thousands of rows are wounded like short ones, and take minutes.
const mostBytes = 3_000_000
const woundsEach = 8

describe.skipIf(there.length === 0)('what was really sent, wounded', () => {
  test.each(sets.map((set) => [`${set[0]!.source} ${set[0]!.file}`, set] as const))(
    '%s',
    async (_name, set) => {
      const source = sources.get(set[0]!.source)!
      const { ingestor } = source
      const at = new Date(set[0]!.at)
      const sample = await withCaptures(source, set, at)
      const replay = createReplay(sample.whole, { at })
      const whole = await pollOnce(ingestor, replay, null, { at })
      // With its newest moment lost an upstream says what it rightly said before that.
      const newest = new Map(whole.map((value) => [ingestor.topic.key(value), ingestor.topic.observedAt(value).getTime()]))
      // Where what was sent tells nothing any more, the source's own sample may still tell of its own moment.
      const own = await pollOnce(ingestor, createReplay(source.sample, { at }), null, { at }).catch(() => [])
      const right = { all: whole, byName: new Map([...own, ...whole].map((value) => [factName(ingestor, value), value])) }
      const isEarlier = (value: unknown) =>
        !right.byName.has(factName(ingestor, value)) &&
        ingestor.topic.observedAt(value).getTime() < (newest.get(ingestor.topic.key(value)) ?? 0)
      const captured = [...replay.asked].filter((url) => sample.isCaptured(url))
      const wounds = captured.flatMap((url) => woundsOf(sample.whole.answer(new URL(url), at)!).map((wound) => ({ url, wound })))
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray(wounds, { maxLength: Math.min(woundsEach, wounds.length) }), async (some) => {
          for (const { url, wound } of some) {
            replay.corrupt(url, wound)
            const got = await pollOnce(ingestor, replay, null, { at }).catch((error: unknown) => {
              if (!(error instanceof TollgateError)) throw new Error(`${wound.name}: ${String(error)}`, { cause: error })
              expect(['upstream_changed', 'upstream_refused'], `${wound.name}: ${error.message}`).toContain(error.code)
              return []
            })
            for (const value of got)
              if (!isOfRight(ingestor, value, right) && !isEarlier(value))
                expect.fail(`${wound.name}: ${differenceOf(ingestor, value, right)}`)
          }
        }),
        { numRuns: 1, endOnFailure: true },
      )
    },
    60_000,
  )
})

/** The source's own sample, answering what was captured with the capture. */
async function withCaptures({ sample }: SampledSource, set: typeof there, at: Date) {
  const exchanges = set.flatMap((capture) => exchangesOf(folder, capture))
  const bodies = new Map(await Promise.all(exchanges.map(async (one) => [one, await one.body()] as const)))
  const find = (url: URL) => findExchange(exchanges, { method: 'GET', url, sent: null }, at)
  const whole: Sample = {
    answer(url, now): SampleAnswer | null {
      const found = find(url)
      if (found === null) return sample.answer(url, now)
      const [bytes, type] = [bodies.get(found)!, found.headers['content-type']!]
      const isBinary = type === 'application/zip'
      return { type, body: isBinary ? bytes : Buffer.from(bytes).toString('utf8') }
    },
  }
  const isCaptured = (url: string): boolean => {
    const found = find(new URL(url))
    return found !== null && bodies.get(found)!.byteLength < mostBytes
  }
  return { whole, isCaptured }
}

function woundsOf(answer: SampleAnswer): Corruption[] {
  return [...corruptions(answer), ...rowWounds(answer)]
}

/** What a list may do besides: its rows twice, backwards, or only the first half of them. */
function rowWounds({ type, body }: SampleAnswer): Corruption[] {
  if (typeof body !== 'string') return []
  if (type.includes('json') && !type.includes('ndjson')) {
    const root: unknown = JSON.parse(body)
    const changed = (name: string, change: (list: readonly unknown[]) => readonly unknown[]): Corruption => {
      const parsed = mapLists(root, change)
      return { name, parsed, body: JSON.stringify(parsed) }
    }
    return [
      changed('rows twice', (list) => [...list, ...list]),
      changed('half of the rows', (list) => list.slice(0, Math.ceil(list.length / 2))),
    ]
  }
  if (!type.includes('csv')) return []
  const lineEnd = body.includes('\r\n') ? '\r\n' : '\n'
  const [head, ...rows] = body.trimEnd().split(lineEnd)
  // The old mark of a file's end stands after the last of them.
  const whole = rows.filter((row) => row !== '\x1a')
  return [
    { name: 'rows twice', body: [head, ...whole, ...whole].join(lineEnd) },
    { name: 'a cut end', body: [head, ...cutRows(whole)].join(lineEnd) },
  ]
}

/** Two thirds of them, and of the next one the first half. */
function cutRows(rows: readonly string[]): readonly string[] {
  const at = Math.floor((2 * rows.length) / 3)
  const half = rows[at]?.slice(0, Math.max(1, rows[at].indexOf(',', Math.floor(rows[at].length / 2)) - 1))
  return [...rows.slice(0, at), ...(half === undefined ? [] : [half])]
}

/** Of lists of records alone: those of figures are one value. */
function mapLists(value: unknown, change: (list: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(value)) {
    const isRecords = value.length > 1 && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
    return isRecords ? change(value) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapLists(inner, change)]))
}
