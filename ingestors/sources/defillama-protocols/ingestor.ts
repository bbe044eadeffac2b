// Polls the list of protocols; beyond its first seven members every one may be missing.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type Protocol, protocols } from './topic.ts'

type Row = Readonly<Record<string, unknown>>

const leastTvlUsd = 1e6
// Custodians and chains are not protocols whose code holds the money.
const leftOut = new Set(['CEX', 'Chain'])
// Parts of a chain's figure that are counted again or owed: Ethereum-borrowed, borrowed, staking, pool2.
const notAChain = /-|^(borrowed|staking|pool2|vesting|treasury|offers|doublecounted|liquidstaking|dcAndLsOverlap)$/

export default defineIngestor<Protocol, unknown>({
  source: 'defillama-protocols',
  topic: protocols,
  schedule: '17 */3 * * *',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://api.llama.fi/protocols', { signal }),
  parse(raw, at) {
    if (!Array.isArray(raw)) throw new TollgateError('upstream_changed', 'the protocols are not a list')
    const kept = (raw as Row[])
      .filter((row) => Number(row.tvl) >= leastTvlUsd && typeof row.slug === 'string' && !leftOut.has(String(row.category)))
      .sort((a, b) => Number(b.tvl) - Number(a.tvl))
    const taken = new Set(kept.map((row) => String(row.slug)))
    return kept.map((row) => readProtocol(row, takeAliases(row, taken), at))
  },
})

// Largest first: whoever comes first under a token or a parent answers to its name.
function takeAliases(row: Row, taken: Set<string>): string[] {
  const parent = typeof row.parentProtocol === 'string' ? row.parentProtocol.replace(/^parent#/, '') : null
  const symbol = typeof row.symbol === 'string' && /^[\w.]{2,12}$/.test(row.symbol) ? row.symbol.toLowerCase() : null
  const free = [...new Set([parent, symbol])].filter((name): name is string => name !== null && !taken.has(name))
  for (const name of free) taken.add(name)
  return free
}

function readProtocol(row: Row, aliases: string[], at: Date): Protocol {
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  const audits = row.audits === undefined || row.audits === null ? null : Number(row.audits)
  return {
    slug: String(row.slug),
    at: at.toISOString(),
    aliases,
    name: String(row.name),
    symbol: typeof row.symbol === 'string' && row.symbol !== '-' ? row.symbol : null,
    category: typeof row.category === 'string' ? row.category : null,
    tvl_usd: Number(row.tvl),
    chain_tvls: Object.entries((row.chainTvls ?? {}) as Record<string, unknown>)
      .filter(([chain, tvl]) => !notAChain.test(chain) && typeof tvl === 'number')
      .map(([chain, tvl]) => ({ chain, tvl_usd: tvl as number })),
    change_1d_pct: number(row.change_1d),
    change_7d_pct: number(row.change_7d),
    mcap_usd: number(row.mcap),
    audits: audits !== null && Number.isInteger(audits) && audits >= 0 ? audits : null,
    oracles: list(row.oracles),
    forked_from: list(row.forkedFrom),
    listed_at: number(row.listedAt) === null ? null : new Date(Number(row.listedAt) * 1_000).toISOString(),
  }
}
