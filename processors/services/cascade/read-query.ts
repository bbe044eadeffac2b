// From the query of a request and the keys that have rows to a canonical input, or to the service's own validation document.
import { defaultChain, noBooks, readCascadeQuery, readReportQuery } from './answers/query.ts'
import { asRead } from './curve/variants.ts'
import { scenarioKey } from './scenarios.ts'
import { isVenueKey, venueKey } from './venues/keys.ts'

const ofScenario = scenarioKey('')

type Given = Readonly<Record<string, unknown>>

/** `keys`: chain:token of every row there is. */
export function readCascade(given: Given, keys: readonly string[]) {
  const [tokens, scenarios] = [new Map<number, string[]>(), new Map<number, string[]>()]
  for (const key of keys) {
    if (isVenueKey(key)) continue
    const colon = key.indexOf(':')
    const [chainId, name] = [Number(key.slice(0, colon)), key.slice(colon + 1)]
    const [to, own] = name.startsWith(ofScenario) ? [scenarios, name.slice(ofScenario.length)] : [tokens, name]
    to.set(chainId, [...(to.get(chainId) ?? []), own])
  }
  const read = readCascadeQuery(textOf(given), tokens, scenarios)
  if (!read.ok) return { refused: read.document }
  const { token, scenario, dropPct, chainId, depthMultiplier, horizon, depth } = read.query
  const isThere = keys.length === 0 || keys.includes(venueKey(chainId, token ?? scenarioKey(scenario!)))
  if (depth === 'all' && !isThere) return { refused: { detail: [noBooks(chainId)] } }
  const fall = { ...(token === null ? {} : { token }), ...(scenario === null ? {} : { scenario }) }
  // Left out where they are the defaults: the same question has one form.
  const markets = {
    ...(depthMultiplier === asRead.depthMultiplier ? {} : { depth_multiplier: depthMultiplier }),
    ...(horizon === asRead.horizon ? {} : { horizon }),
    ...(depth === 'onchain' ? {} : { depth }),
  }
  return { input: { ...fall, drop_pct: dropPct, chain_id: chainId, ...markets } }
}

/** `keys`: the chains there are. */
export function readReport(given: Given, keys: readonly string[]) {
  const read = readReportQuery(textOf(given), new Map(keys.map((key) => [Number(key), []])))
  return read.ok ? { input: { chain_id: read.query.chainId, ...read.query.filters } } : { refused: read.document }
}

export function readDemo(_given: Given, keys: readonly string[]) {
  return { input: { chain_id: defaultChain(keys.map(Number)) } }
}

// Of a name given twice the last one counts.
function textOf(given: Given): Record<string, string> {
  const text = Object.entries(given).map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)])
  return Object.fromEntries(text)
}
