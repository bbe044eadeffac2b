// A token as somebody who might hold it would look at it: can it be sold, what may its owner do, who holds it, how much can be sold.
import { TollgateError } from '../../../base/errors.ts'
import { tokenPairs } from '../../../ingestors/sources/dexscreener-pairs/topic.ts'
import { evmTokens } from '../../../ingestors/sources/evm-token/topic.ts'
import { tokenScreenings } from '../../../ingestors/sources/goplus-token/topic.ts'
import { verifiedSources } from '../../../ingestors/sources/sourcify/topic.ts'
import { type Flag, gravestFirst } from '../../families/contract-powers.ts'
import { perAddress } from '../../families/per-address.ts'
import { composite, round, say } from '../../formula/index.ts'
import { all, defineSignalService, type InputsOf, newest, signalRoute } from '../../kit/index.ts'
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
import { capOf, confidenceOf, type Label, labelOf, labels, scoreParts } from './signal.ts'

const historyDays = 7

const asked = perAddress('evm-token')

const factsOf = (key: string) => ({
  read: newest(evmTokens, { key, days: 0 }),
  sourcify: newest(verifiedSources, { key, days: 0 }),
  // A token somebody watches is asked for again and again: what it traded like before is its history.
  'dexscreener-pairs': all(tokenPairs, { key, days: historyDays }),
  'goplus-token': newest(tokenScreenings, { key, days: 0 }),
})

export default defineSignalService({
  label: 'token',
  title: 'Token check',
  description: 'Honeypot trial, taxes, powers, holders, liquidity and market of any token, read from its chain at one block.',
  version: '3',
  tags: ['tokens', 'security'],
  readsChains: 'state',
  rows: 'byKey',
  facts: factsOf,
  route: signalRoute({
    ...asked,
    path: '/report',
    price: '0.15',
    summary: 'Is this token safe to hold: can it be sold (tried), taxes, what its owner can do, holders, liquidity and age',
    tags: ['tokens', 'security', 'evm'],
    example: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    fresh: { minutes: 1 },
    sold: { hours: 1 },
    range: [0, 100],
    leastWeight: 0,
    labels,
    disclaimer: 'A trial on one block’s state: an owner with powers can change what it found at any later block.',
    answer: reportAnswer,
  }),
  signal(facts, now, key) {
    const known = gather(key, facts)
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
    return {
      mix: { ...mix, score, confidence: round(confidenceOf(mix.availableWeight, risks.agrees), 2) },
      label,
      summary: summarize(known, label, liquidityUsd, flags),
      token: describeToken(known, now),
      market: describeMarket(known),
      security: describeSecurity(known, risks),
      holders: describeSpread(known),
      liquidity: describeLiquidity(known),
      trend: { ...describeTrend(known), history: describeHistory(facts['dexscreener-pairs']) },
      deployment: describeDeployment(known, now),
      flags,
    }
  },
})

/** What was asked in one breath with the token; an answer on its way is waited for. */
function gather(key: string, facts: InputsOf<ReturnType<typeof factsOf>>): Known {
  const token = facts.read?.value
  if (token === undefined) throw new TollgateError('not_enough_data', `${key} was not read`)
  const beside = <V extends { readonly read_at: string }>(
    name: (typeof token)['beside'][number],
    fact: { readonly value: V } | undefined,
  ): V | null => {
    if (!token.beside.includes(name)) return null
    if (fact === undefined || fact.value.read_at < token.read_at)
      throw new TollgateError('not_enough_data', `what ${name} says of ${key} is on its way`)
    return fact.value
  }
  return {
    token,
    registry: beside('sourcify', facts.sourcify),
    pairs: beside('dexscreener-pairs', facts['dexscreener-pairs'].at(-1)),
    screening: beside('goplus-token', facts['goplus-token']),
  }
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
  const inMillions = liquidityUsd !== null && liquidityUsd >= 1e5
  const worth = `liquidity ${inMillions ? `${say(liquidityUsd / 1e6, 2)} m` : say(liquidityUsd, 0)} USD`
  return `${name.slice(0, 30)} on chain ${token.chain_id}: ${label}; it ${sold}, ${worth}${dangers.length === 0 ? '' : `; danger: ${dangers.slice(0, 3).join(', ')}`}.`
}

const percent = (tax: number | null): number | null => (tax === null ? null : 100 * Math.max(0, tax))
