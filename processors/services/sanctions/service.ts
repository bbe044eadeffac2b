// Sanctions screening: names, wallets and numbers against the lists, with what was and what was not looked at.

import { TollgateError } from '../../../base/errors.ts'
import type { Topic } from '../../../db/log/topic.ts'
import { euShelves } from '../../../ingestors/sources/eu-sanctions/topic.ts'
import type { Shelf } from '../../../ingestors/sources/ofac-sanctions/topic.ts'
import { ofacShelves, shelves } from '../../../ingestors/sources/ofac-sanctions/topic.ts'
import { ukShelves } from '../../../ingestors/sources/uk-sanctions/topic.ts'
import { type ShelfInParts, unShelves } from '../../../ingestors/sources/un-sanctions/topic.ts'
import { cslShelves } from '../../../ingestors/sources/us-screening/topic.ts'
import { defineRoute, defineService, type Fact } from '../../kit/define.ts'
import { signalHead } from '../../kit/signal-head.ts'
import { answerScreen } from './answer.ts'
import { gapsOf } from './gaps.ts'
import { takeScreen } from './inputs.ts'
import { buildIndexInPieces } from './match.ts'
import { type ListsBody, screenAnswer } from './schema.ts'
import { allLists, computeLists, type ListState } from './signal.ts'

const key = 'lists'
const topics = [ofacShelves, ukShelves, cslShelves, unShelves, euShelves]
const selections = topics.map((topic) => ({ topic, days: 1 }))

const screening = defineRoute({
  method: 'GET',
  path: '/screen',
  price: '0.05',
  serve: 'precomputed',
  summary: 'Screen a name, wallet or number against the US, UN, EU and UK sanctions lists; without one, the state of the lists',
  tags: ['compliance', 'sanctions'],
  ...takeScreen,
  output: screenAnswer,
  example: { input: { name: 'Borislav Zampanov' }, output: undefined },
  key: () => key,
  // A screening is a lookup of precomputed entries; any name may be asked, so no row a name can be computed ahead.
  lookup: {
    selections,
    build: (facts) => buildIndexInPieces(wholeLists(facts as readonly Fact<AnyShelf>[]).flatMap((list) => list.entries)),
    answer: (index, body: ListsBody, input, now) => ({ body: answerScreen(index, body, input, now) }),
  },
  maxAgeSeconds: 48 * 3_600,
  hardMaxAgeSeconds: 96 * 3_600,
})

export default defineService({
  label: 'sanctions',
  title: 'Sanctions screening',
  description: 'Names, wallets and numbers against official sanctions lists, with reasons and with what was not looked at.',
  version: '4',
  tags: ['compliance', 'sanctions'],
  reads: topics,
  routes: [screening],
  affected: (records) => (records.length > 0 ? [key] : []),
  selects: () => selections,
  compute(rowKey, seen, now) {
    const lists = wholeLists(topics.flatMap((topic) => [...(seen.of(topic as Topic<AnyShelf>) as readonly Fact<AnyShelf>[])]))
    if (lists.length === 0) throw new TollgateError('not_enough_data', 'no list has come whole yet')
    // Read at the same moment as the newest of them: their facts carry only the day.
    const readAt = new Date(Math.max(now.getTime(), ...lists.map(({ loadedAt }) => loadedAt.getTime())))
    const { mix, rows, pulse, counts, programs } = computeLists(lists.map(stateOf), readAt)
    const summary =
      `${counts.records} designations on ${rows.length} of ${allLists.length} lists are loaded, ` +
      `${additions(rows, counts)}; ask with a name, address or id.`
    const signal = signalHead({ label: 'pulse', score: pulse, range: [0, 100], confidence: mix.confidence, now, summary })
    const gaps = gapsOf({ lists: rows }, new Set(allLists), { isName: true, isNumber: true }, readAt)
    const body = {
      signal,
      mode: 'list_pulse',
      decision: null,
      query: null,
      gaps,
      hits: [],
      lists: rows,
      counts: {
        ...counts,
        lists_loaded: rows.length,
        lists_known: allLists.length,
        hits: 0,
        by_band: { match: 0, probable: 0, possible: 0 },
      },
      newest_programs: programs,
    }
    const disclaimer = 'A screening aid, not legal advice: verify a hit, and a pass that matters, at the source.'
    const coverage = {
      ...mix.coverage,
      detail: { set_aside: Object.fromEntries(lists.map(({ id, setAside }) => [id, setAside])) },
    }
    return [{ route: screening.path, key: rowKey, body, coverage, disclaimer }]
  },
})

// A list without dates tells nothing of what was added to it.
function additions(rows: readonly { added_7d: number | null }[], counts: { added_7d: number; added_30d: number }): string {
  const dated = rows.filter(({ added_7d }) => added_7d !== null).length
  if (dated === 0) return 'none of them dates its entries'
  const where = dated === rows.length ? '' : ` on the ${dated} that date their entries`
  return `${counts.added_7d} added in 7 days and ${counts.added_30d} in 30${where}`
}

const nothing = { entries: 0, names: 0, identifiers: 0, details: 0, of: 0, examples: [] as string[] }

type AnyShelf = Shelf | ShelfInParts

function stateOf({ id, entries, publishedAt, loadedAt, setAside }: ReturnType<typeof wholeLists>[number]): ListState {
  const dated = entries.flatMap(({ listed_on, programs }) =>
    listed_on !== null && /^\d{4}-\d{2}-\d{2}/.test(listed_on) ? [{ day: listed_on.slice(0, 10), programs }] : [],
  )
  const { entries: unread, names, identifiers, details } = setAside
  return { id, records: entries.length, publishedAt, loadedAt, dated, setAside: { entries: unread, names, identifiers, details } }
}

/** The newest day of each list of which every shelf is there: half a list would clear whom the other half names. */
export function wholeLists(facts: readonly Fact<AnyShelf>[]) {
  return [...Map.groupBy(facts, (fact) => fact.value.list)].flatMap(([id, own]) => {
    const days = [...Map.groupBy(own, (fact) => fact.value.date)].sort(([a], [b]) => (a < b ? 1 : -1))
    const whole = days.find(([, list]) => new Set(list.map((fact) => fact.value.shelf)).size === shelves)
    if (whole === undefined) return []
    const values = whole[1].map((fact) => fact.value)
    // The oldest shelf's reading: a later one only says that its own shelf has changed since.
    const loadedAt = new Date(Math.min(...values.map((value) => Date.parse(value.vintage))))
    const entries = values.flatMap((value) =>
      value.designations.map((one) => ({
        ...one,
        name: typeof one.name === 'string' ? one.name : one.name.join(' '),
        list: value.list,
      })),
    )
    const setAside = values.find((value) => value.set_aside !== undefined)?.set_aside ?? nothing
    return [{ id, entries, loadedAt, publishedAt: values[0]!.published_at, setAside }]
  })
}
