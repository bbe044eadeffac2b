// Reads the query of /cascade and /report, and says what is wrong with it in the service's own validation document.
import Type from 'typebox'
import { asRead, depthMultipliers, type Horizon, horizons } from '../curve/variants.ts'
import { resolveToken } from '../families.ts'
import { familyOfScenario, type ScenarioName, scenarioNames } from '../scenarios.ts'
import { mostLimit, type ReportFilters } from './report-page.ts'
import { type Depth, depths } from './venues.ts'

export const defaults = { token: 'ETH', dropPct: 10, chainId: 1 } as const

export const validationError = Type.Object({
  detail: Type.Array(
    Type.Object({
      loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
      msg: Type.String(),
      type: Type.String(),
      input: Type.Optional(Type.Unknown()),
      ctx: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
})

export type Fault = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  readonly input?: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

export type RawQuery = {
  readonly token?: string
  readonly drop_pct?: string
  readonly chain_id?: string
  readonly scenario?: string
  readonly depth_multiplier?: string
  readonly horizon?: string
  readonly depth?: string
}
/** A token's fall, or a scenario's that has a row of its own (`token` null); one that is a family's fall has its token. */
export type CascadeQuery = {
  readonly token: string | null
  readonly scenario: ScenarioName | null
  readonly dropPct: number
  readonly chainId: number
  readonly depthMultiplier: number
  readonly horizon: Horizon
  readonly depth: Depth
}
export type Read<T> =
  | { readonly ok: true; readonly query: T }
  | { readonly ok: false; readonly document: { readonly detail: readonly Fault[] } }

const mostNamed = 50

// `collateral` lists each chain's collateral tokens, `scenarios` those it has rows for; without any collateral nothing is known yet
// and only the form of the query can be judged.
export function readCascadeQuery(
  raw: RawQuery,
  collateral: ReadonlyMap<number, readonly string[]>,
  scenarios: ReadonlyMap<number, readonly string[]> = new Map(),
): Read<CascadeQuery> {
  const chainId = readChainId(raw.chain_id, collateral)
  const dropPct = readDrop(raw.drop_pct)
  const known = typeof chainId === 'number' ? (collateral.get(chainId) ?? []) : [...collateral.values()].flat()
  const rows = typeof chainId === 'number' ? (scenarios.get(chainId) ?? []) : [...scenarios.values()].flat()
  const isKnown = collateral.size > 0
  const scenario = readScenario(raw, isKnown ? availableOf(known, rows) : scenarioNames)
  const asked = typeof scenario === 'string' ? (familyOfScenario[scenario] ?? null) : (raw.token ?? defaults.token)
  const token = asked === null ? null : (resolveToken(asked.trim(), known) ?? (isKnown ? null : asked.trim()))
  const faults: Fault[] = []
  if (isFault(scenario)) faults.push(scenario)
  else if (asked !== null && token === null) faults.push(notOneOf('token', asked, known.slice(0, mostNamed)))
  if (isFault(dropPct)) faults.push(dropPct)
  if (isFault(chainId)) faults.push(chainId)
  const [depthMultiplier, horizon] = [readDepthMultiplier(raw.depth_multiplier), readHorizon(raw.horizon)]
  const depth = readDepth(raw.depth)
  for (const read of [depthMultiplier, horizon, depth]) if (isFault(read)) faults.push(read)
  if (
    isFault(scenario) ||
    isFault(dropPct) ||
    isFault(chainId) ||
    isFault(depthMultiplier) ||
    isFault(horizon) ||
    isFault(depth) ||
    faults.length > 0
  )
    return { ok: false, document: { detail: faults } }
  return { ok: true, query: { token, scenario, dropPct, chainId, depthMultiplier, horizon, depth } }
}

function isFault(read: unknown): read is Fault {
  return typeof read === 'object' && read !== null
}

// Of a family there is what has collateral of it; of the others what has a row.
function availableOf(known: readonly string[], rows: readonly string[]): ScenarioName[] {
  return scenarioNames.filter((name) => {
    const family = familyOfScenario[name]
    return family === undefined ? rows.includes(name) : resolveToken(family, known) !== null
  })
}

function readScenario({ scenario, token }: RawQuery, available: readonly ScenarioName[]): ScenarioName | Fault | null {
  if (scenario === undefined) return null
  const found = available.find((name) => name === scenario.trim().toLowerCase())
  if (found === undefined) return notOneOf('scenario', scenario, available)
  if (token === undefined) return found
  const msg = 'Input should be given alone: a scenario says itself what falls, leave out token'
  return { loc: ['query', 'scenario'], msg, type: 'value_error', input: scenario }
}

export type RawReportQuery = Pick<RawQuery, 'chain_id'> & { readonly [filter in keyof ReportFilters]?: string }

export function readReportQuery(
  raw: RawReportQuery,
  collateral: ReadonlyMap<number, readonly string[]>,
): Read<{ readonly chainId: number; readonly filters: ReportFilters }> {
  const chainId = readChainId(raw.chain_id, collateral)
  const minDebt = raw.min_debt_usd === undefined ? undefined : readAmount(raw.min_debt_usd)
  const limit = readWhole('limit', raw.limit, 1, mostLimit)
  const offset = readWhole('offset', raw.offset, 0, 1_000_000)
  const market = readMarket(raw.market)
  const faults = [chainId, market, minDebt, limit, offset].filter(isFault)
  if (faults.length > 0 || isFault(chainId)) return { ok: false, document: { detail: faults } }
  const given = Object.entries({ market, min_debt_usd: minDebt, limit, offset }).filter(([, value]) => value !== undefined)
  return { ok: true, query: { chainId, filters: Object.fromEntries(given) as ReportFilters } }
}

const longestMarket = 100

function readMarket(input: string | undefined): string | Fault | undefined {
  if (input === undefined || (input.trim() !== '' && input.length <= longestMarket)) return input
  const msg = `Input should have between 1 and ${longestMarket} characters`
  return { loc: ['query', 'market'], msg, type: 'string_length', input: input.slice(0, longestMarket) }
}

function readAmount(input: string): number | Fault {
  const value = /^\s*(\d+(\.\d*)?|\.\d+)(e\+?\d+)?\s*$/i.test(input) ? Number(input) : Number.NaN
  if (Number.isFinite(value)) return value
  const msg = 'Input should be a finite number, 0 or greater'
  return { loc: ['query', 'min_debt_usd'], msg, type: 'float_parsing', input: input.slice(0, longestMarket) }
}

function readWhole(name: string, input: string | undefined, least: number, most: number): number | Fault | undefined {
  if (input === undefined) return undefined
  const value = /^\s*\d{1,9}\s*$/.test(input) ? Number(input) : Number.NaN
  if (value >= least && value <= most) return value
  const msg = `Input should be a whole number from ${least} to ${most}`
  return { loc: ['query', name], msg, type: 'int_range', input: input.slice(0, longestMarket), ctx: { ge: least, le: most } }
}

// Ethereum where it is followed, else the first chain that is.
export function defaultChain(chains: readonly number[]): number {
  return chains.length === 0 || chains.includes(defaults.chainId) ? defaults.chainId : Math.min(...chains)
}

function readDrop(input: string | undefined): number | Fault {
  if (input === undefined) return defaults.dropPct
  const fault = (type: string, msg: string, ctx?: Fault['ctx']): Fault =>
    ctx ? { loc: ['query', 'drop_pct'], msg, type, input, ctx } : { loc: ['query', 'drop_pct'], msg, type, input }
  if (/^\s*[+-]?(nan|inf|infinity)\s*$/i.test(input)) return fault('finite_number', 'Input should be a finite number')
  if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(input)) {
    return fault('float_parsing', 'Input should be a valid number, unable to parse string as a number')
  }
  const value = Number(input)
  if (!Number.isFinite(value)) return fault('finite_number', 'Input should be a finite number')
  if (value <= 0) return fault('greater_than', 'Input should be greater than 0', { gt: 0 })
  if (value >= 100) return fault('less_than', 'Input should be less than 100', { lt: 100 })
  return value
}

function readChainId(input: string | undefined, collateral: ReadonlyMap<number, readonly string[]>): number | Fault {
  if (input !== undefined && !/^\s*[+-]?\d+\s*$/.test(input)) {
    const msg = 'Input should be a valid integer, unable to parse string as an integer'
    return { loc: ['query', 'chain_id'], msg, type: 'int_parsing', input }
  }
  const value = input === undefined ? defaultChain([...collateral.keys()]) : Number(input)
  return collateral.has(value) || collateral.size === 0 ? value : notOneOf('chain_id', input ?? value, [...collateral.keys()])
}

function readDepthMultiplier(input: string | undefined): number | Fault {
  if (input === undefined) return asRead.depthMultiplier
  // As text first: `` and ` ` are no numbers, though Number takes them for 0.
  const value = /^\s*\d+(\.\d+)?\s*$/.test(input) ? depthMultipliers.find((one) => one === Number(input)) : undefined
  return value ?? notOneOf('depth_multiplier', input, depthMultipliers)
}

function readHorizon(input: string | undefined): Horizon | Fault {
  if (input === undefined) return asRead.horizon
  return horizons.find((one) => one === input.trim().toLowerCase()) ?? notOneOf('horizon', input, horizons)
}

function readDepth(input: string | undefined): Depth | Fault {
  if (input === undefined) return 'onchain'
  return depths.find((one) => one === input.trim().toLowerCase()) ?? notOneOf('depth', input, depths)
}

/** Refused like any other value: nobody pays to hear that there is none. */
export function noBooks(chainId: number): Fault {
  const msg = `Input should be one of: onchain. No order book of a central exchange counts for chain ${chainId} now`
  return { loc: ['query', 'depth'], msg, type: 'enum', input: 'all', ctx: { expected: 'onchain' } }
}

function notOneOf(name: string, input: unknown, expected: readonly (string | number)[]): Fault {
  const listed = expected.join(', ')
  return { loc: ['query', name], msg: `Input should be one of: ${listed}`, type: 'enum', input, ctx: { expected: listed } }
}
