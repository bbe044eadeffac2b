// Polls the list of protocols, what each earned in fees and what it held a month ago; beyond its first seven members every one may be missing.
import { fetchedOrAside, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import {
  type Row,
  readList,
  readNumber,
  readNumberOrNull,
  readRow,
  readRows,
  readText,
  readTextOrNull,
} from '../../formats/json.ts'
import { chainNameOf } from './chain-names.ts'
import { readOracles } from './oracles.ts'
import { isProtocol, type Protocol, protocols } from './topic.ts'

const leastTvlUsd = 1e6
// Parts of a chain's figure that are counted again or owed: Ethereum-borrowed, borrowed, staking, pool2.
const notAChain = /-|^(borrowed|staking|pool2|vesting|treasury|offers|doublecounted|liquidstaking|dcAndLsOverlap)$/

interface Raw {
  readonly protocols: unknown
  /** Nothing where they were refused: then nobody's are known. */
  readonly fees?: unknown
  /** The list of the upstream's own pages, by its published code: what was held a day, a week and a month ago. */
  readonly pages?: unknown
}

const api = 'https://api.llama.fi'
const short = 'excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true'

export default defineIngestor<Protocol, Raw>({
  source: 'defillama-protocols',
  topic: protocols,
  schedule: '17 */3 * * *',
  grade: 'B',
  proof: 'captured 2026-10',
  fetch: async ({ http, signal, setAside }) => ({
    protocols: await http.json(`${api}/protocols`, { signal }),
    fees: await fetchedOrAside('the fees', http.json(`${api}/overview/fees?${short}`, { signal }), setAside),
    pages: await fetchedOrAside('the month before', http.json(`${api}/lite/protocols2`, { signal }), setAside),
  }),
  parse(raw, at, setAside) {
    const fees = raw.fees === undefined ? new Map<string, number | null>() : readFees(raw.fees, setAside)
    const months = raw.pages === undefined ? new Map<string, number | null>() : readMonths(raw.pages, setAside)
    const kept = readRows(raw.protocols, 'the protocols')
      .filter((row) => eachOf(row, setAside, () => isLarge(row)) === true)
      .sort((a, b) => readNumber(b.tvl, 'tvl') - readNumber(a.tvl, 'tvl'))
    const taken = new Set(kept.map((row) => readText(row.slug, 'slug')))
    // The names that a protocol answers to are taken before it is read: those of one that cannot be are nobody else's.
    const named = kept.map((row) => ({ row, aliases: eachOf(row, setAside, () => takeAliases(row, taken)) }))
    return named.flatMap(({ row, aliases }) =>
      aliases === undefined ? [] : (eachOf(row, setAside, () => readProtocol(row, aliases, { fees, months, at })) ?? []),
    )
  },
})

const eachOf = <V>(row: Row, setAside: SetAside | undefined, read: () => V): V | undefined =>
  readOrSetAside(() => JSON.stringify(row), read, setAside)

function isLarge(row: Row): boolean {
  const [tvl, category] = [readNumberOrNull(row.tvl, 'tvl'), readTextOrNull(row.category, 'category')]
  if (tvl === null || tvl < leastTvlUsd || row.slug == null || category === null) return false
  return readText(row.slug, 'slug') !== ''
}

// Largest first: whoever comes first under a token or a parent answers to its name.
function takeAliases(row: Row, taken: Set<string>): string[] {
  if (!isProtocol({ category: readText(row.category, 'category') })) return []
  const parent = readTextOrNull(row.parentProtocol, 'parentProtocol')?.replace(/^parent#/, '') ?? null
  // What its parent is asked by, where that is not its number: ether.fi, not ether-fi.
  const parentSlug = readTextOrNull(row.parentProtocolSlug, 'parentProtocolSlug')
  const token = readTextOrNull(row.symbol, 'symbol')
  const symbol = token !== null && /^[\w.]{2,12}$/.test(token) ? token.toLowerCase() : null
  const free = [...new Set([parent, parentSlug, symbol])].filter((name): name is string => name !== null && !taken.has(name))
  for (const name of free) taken.add(name)
  return free
}

/** What users paid in 30 days, by the name both lists have. */
function readFees(raw: unknown, setAside: SetAside | undefined): ReadonlyMap<string, number | null> {
  return new Map(
    readRows(readRow(raw, 'the fees').protocols, 'protocols').flatMap((row) => {
      const fee = eachOf(row, setAside, () => [readText(row.name, 'name'), readNumberOrNull(row.total30d, 'total30d')] as const)
      return fee === undefined ? [] : [fee]
    }),
  )
}

/** The change over a month in percent, by the name both lists have; null of what was not there then. */
function readMonths(raw: unknown, setAside: SetAside | undefined): ReadonlyMap<string, number | null> {
  return new Map(
    readRows(readRow(raw, 'the month before').protocols, 'protocols').flatMap((row) => {
      const change = eachOf(row, setAside, () => {
        const [now, then] = [readNumberOrNull(row.tvl, 'tvl'), readNumberOrNull(row.tvlPrevMonth, 'tvlPrevMonth')]
        return [readText(row.name, 'name'), now === null || then === null || then <= 0 ? null : 100 * (now / then - 1)] as const
      })
      return change === undefined ? [] : [change]
    }),
  )
}

// What is locked in the protocol's own token is listed beside the chains and counted in none of them.
const ownParts = ['staking', 'pool2'] as const

function readOwnToken(row: Row): number | null {
  const parts = readRow(row.chainTvls ?? {}, 'chainTvls')
  const known = ownParts.map((part) => readNumberOrNull(parts[part], part)).filter((usd): usd is number => usd !== null)
  return known.length === 0 ? null : known.reduce((sum, usd) => sum + Math.max(0, usd), 0)
}

interface Beside {
  readonly fees: ReadonlyMap<string, number | null>
  readonly months: ReadonlyMap<string, number | null>
  readonly at: Date
}

function readProtocol(row: Row, aliases: string[], { fees, months, at }: Beside): Protocol {
  const number = (member: string) => readNumberOrNull(row[member], member)
  const texts = (member: string) => (row[member] == null ? [] : readList(row[member], member).map((one) => readText(one, member)))
  const symbol = readTextOrNull(row.symbol, 'symbol')
  const listedAt = number('listedAt')
  return {
    slug: readText(row.slug, 'slug'),
    at: at.toISOString(),
    aliases,
    name: readText(row.name, 'name'),
    symbol: symbol === '-' ? null : symbol,
    category: readText(row.category, 'category'),
    tvl_usd: readNumber(row.tvl, 'tvl'),
    chain_tvls: Object.entries(row.chainTvls == null ? {} : readRow(row.chainTvls, 'chainTvls'))
      .filter(([chain]) => !notAChain.test(chain))
      .map(([chain, tvl]) => ({ chain: chainNameOf(chain), tvl_usd: readNumberOrNull(tvl, chain) }))
      .filter((one): one is { chain: string; tvl_usd: number } => one.tvl_usd !== null),
    change_1d_pct: number('change_1d'),
    change_7d_pct: number('change_7d'),
    mcap_usd: number('mcap'),
    audits: number('audits'),
    oracles: readOracles(row, at),
    forked_from: texts('forkedFrom'),
    listed_at: listedAt === null ? null : new Date(listedAt * 1_000).toISOString(),
    own_token_usd: readOwnToken(row),
    fees_30d_usd: fees.get(readText(row.name, 'name')) ?? null,
    change_30d_pct: months.get(readText(row.name, 'name')) ?? null,
  }
}
