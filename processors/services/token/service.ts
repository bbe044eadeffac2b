// A token as somebody who might hold it would look at it: can it be sold, what may its owner do, who holds it, how much can be sold.
import { TollgateError } from '../../../base/errors.ts'
import { tokenPairs } from '../../../ingestors/sources/dexscreener-pairs/topic.ts'
import { evmTokens } from '../../../ingestors/sources/evm-token/topic.ts'
import { tokenScreenings } from '../../../ingestors/sources/goplus-token/topic.ts'
import { verifiedSources } from '../../../ingestors/sources/sourcify/topic.ts'
import { type Flag, gravestFirst } from '../../families/contract-powers.ts'
import { perAddress } from '../../families/per-address.ts'
import { composite, round, say } from '../../formula/index.ts'
import { takeInputs } from '../../inputs/take.ts'
import { defineRoute, defineService, type Observations } from '../../kit/define.ts'
import { signalHead } from '../../kit/signal-head.ts'
import { ageDaysOf, type Known, liquidityOf, marketOf, spreadOf } from './figures.ts'
import { risksOf } from './risks.ts'
import { reportAnswer } from './schema.ts'
import {
  describeDeployment,
  describeHistory,
  describeLiquidity,
  describeMarket,
  describeSecurity,
  describeSpread,
  describeToken,
  describeTrend,
  isUnverifiedUpgradeable,
} from './sections.ts'
import { capOf, confidenceOf, type Label, labelOf, scoreParts } from './signal.ts'

const hourS = 3_600
const historyDays = 7
const topics = { sourcify: verifiedSources, 'dexscreener-pairs': tokenPairs, 'goplus-token': tokenScreenings } as const

const asked = perAddress('evm-token')

const report = defineRoute({
  method: 'GET',
  path: '/report',
  price: '0.15',
  serve: 'demand',
  summary: 'Is this token safe to hold: can it be sold (tried), taxes, what its owner can do, holders, liquidity and age',
  tags: ['tokens', 'security', 'evm'],
  ...takeInputs(asked.takes),
  output: reportAnswer,
  example: { input: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }, output: undefined },
  key: asked.key,
  demand: asked.demand,
  maxAgeSeconds: 60,
  hardMaxAgeSeconds: hourS,
})

export default defineService({
  label: 'token',
  title: 'Token check',
  description: 'Honeypot trial, taxes, powers, holders, liquidity and market of any token, read from its chain at one block.',
  version: '2',
  tags: ['tokens', 'security'],
  reads: [evmTokens, verifiedSources, tokenPairs, tokenScreenings],
  routes: [report],
  readsChains: true,
  affected: (records) => [...new Set(records.map(({ key }) => key))],
  // A token somebody watches is asked for again and again: what it traded like before is its history.
  selects: (key) =>
    [evmTokens, ...Object.values(topics)].map((topic) => ({ topic, keys: [key], days: topic === tokenPairs ? historyDays : 0 })),
  compute(key, seen, now) {
    const known = gather(key, seen)
    const risks = risksOf(known)
    const [liquidityUsd, { top10Share }] = [liquidityOf(known), spreadOf(known)]
    const parts = scoreParts({
      deductions: risks.deductions,
      liquidityUsd,
      top10Share,
      ageDays: ageDaysOf(known, now),
      market: marketOf(known),
    })
    const mix = composite(parts, now)
    const { trial, contract } = known.token
    const cap = capOf({
      isHoneypot: trial.verdict === 'honeypot',
      isTradable: trial.verdict !== 'not_tradable',
      sellTax: trial.sell_tax,
      isUnverifiedUpgradeable: isUnverifiedUpgradeable(known, risks),
      anyoneMints: contract.powers.some(({ power, guard, proven }) => power === 'mint' && guard === 'anyone' && proven),
      liquidityUsd,
    })
    const score = Math.min(mix.score, cap)
    const isSure = trial.verdict === 'clean' && risks.agrees !== false && liquidityUsd !== null
    const label = labelOf(score, { coverage: mix.availableWeight, isSure })
    const flags = gravestFirst(risks.flags)
    const body = {
      signal: signalHead({
        label,
        score,
        range: [0, 100],
        confidence: round(confidenceOf(mix.availableWeight, risks.agrees), 2),
        now,
        summary: summarize(known, label, liquidityUsd, flags),
      }),
      token: describeToken(known, now),
      market: describeMarket(known),
      security: describeSecurity(known, risks),
      holders: describeSpread(known),
      liquidity: describeLiquidity(known),
      trend: { ...describeTrend(known), history: describeHistory(seen.of(tokenPairs, key)) },
      deployment: describeDeployment(known, now),
      flags,
    }
    return [{ route: report.path, key, body, coverage: mix.coverage, disclaimer }]
  },
})

const disclaimer = 'A trial on one block’s state: an owner with powers can change what it found at any later block.'

/** What was asked in one breath with the token; an answer on its way is waited for. */
function gather(key: string, seen: Observations): Known {
  const token = seen.of(evmTokens, key).at(-1)?.value
  if (token === undefined) throw new TollgateError('not_enough_data', `${key} was not read`)
  const besides = Object.entries(topics).map(([name, topic]) => {
    if (!token.beside.includes(name as keyof typeof topics)) return null
    const value = seen.of<{ read_at: string }>(topic as never, key).at(-1)?.value
    if (value === undefined || value.read_at < token.read_at)
      throw new TollgateError('not_enough_data', `what ${name} says of ${key} is on its way`)
    return value
  })
  const [registry, pairs, screening] = besides as never[]
  return { token, registry: registry ?? null, pairs: pairs ?? null, screening: screening ?? null }
}

function summarize({ token }: Known, label: Label, liquidityUsd: number | null, flags: readonly Flag[]): string {
  const { trial } = token
  const name = token.token.symbol ?? token.token.name ?? 'A token'
  const dangers = flags.filter(({ severity, code }) => severity === 'danger' && code !== 'honeypot').map(({ code }) => code)
  const sold = {
    clean: `can be sold (taxes ${say(percent(trial.buy_tax), 1)}/${say(percent(trial.sell_tax), 1)} %)`,
    honeypot: 'is a honeypot: it cannot be sold',
    not_tradable: 'cannot be bought now',
    unknown: 'could not be tried',
  }[trial.verdict as 'clean']
  const worth = liquidityUsd === null ? 'liquidity unknown' : `liquidity $${Math.round(liquidityUsd)}`
  return `${name.slice(0, 30)} on chain ${token.chain_id}: ${label}; it ${sold}, ${worth}${dangers.length === 0 ? '' : `; danger: ${dangers.slice(0, 3).join(', ')}`}.`
}

const percent = (tax: number | null): number | null => (tax === null ? null : 100 * Math.max(0, tax))
