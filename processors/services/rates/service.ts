// US rates: yield curve, credit spreads, inflation compensation and the regime they make.
import Type from 'typebox'
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { excessBondPremium } from '../../../ingestors/sources/fed-ebp/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { defineRoute, defineService, type Fact, type Observations } from '../../define.ts'
import { leaning, signalHead } from '../../signal-head.ts'
import { round } from '../../stats.ts'
import { ratesAnswer } from './schema.ts'
import { computeRates, type Point } from './signal.ts'

const key = 'us'
const thirtyYears = 10_957
const dayS = 86_400

const route = defineRoute({
  method: 'GET',
  path: '/rates',
  price: '0.05',
  serve: 'precomputed',
  summary: 'US rates signal: yield curve, recession odds, credit stress, breakevens and regime',
  tags: ['macro', 'rates', 'yield-curve', 'credit'],
  input: Type.Object({}),
  output: ratesAnswer,
  example: { input: {}, output: undefined },
  key: () => key,
  maxAgeSeconds: 5 * dayS,
  hardMaxAgeSeconds: 14 * dayS,
})

export default defineService({
  label: 'rates',
  title: 'Rates',
  description: 'Yield curve, credit spreads, real yields and a rates regime for the United States, as one signal.',
  version: '1',
  tags: ['macro', 'rates'],
  reads: [treasuryYields, nyfedRates, excessBondPremium, financialStress, fredObservations],
  routes: [route],
  affected: (records) =>
    records.some((record) => record.topic !== fredObservations.name || record.key === 'BAA10Y') ? [key] : [],
  selects: () => [
    { topic: treasuryYields, days: thirtyYears },
    { topic: nyfedRates, keys: ['EFFR', 'SOFR'], days: 30 },
    { topic: excessBondPremium },
    { topic: financialStress, days: thirtyYears },
    { topic: fredObservations, keys: ['BAA10Y'], days: 30 },
  ],
  compute(rowKey, seen, now) {
    const { mix, label, summary, ...sections } = computeRates(readInputs(seen), now)
    if (mix.availableWeight < 0.5)
      throw new TollgateError('not_enough_data', `only ${round(mix.availableWeight, 2)} of the inputs' weight is there`)
    // While history is still being read in, its newest facts are years apart; such an answer is not for sale.
    if (mix.confidence === 0) throw new TollgateError('not_enough_data', 'the inputs are not of one time yet')
    const { score, confidence } = mix
    const signal = signalHead({ label, score, confidence, direction: leaning(round(score, 1)), now, summary })
    return [{ route: route.path, key: rowKey, body: { signal, ...sections }, coverage: mix.coverage }]
  },
})

function readInputs(seen: Observations) {
  const curve = (name: string) =>
    seen.of(treasuryYields, name).map((fact) => ({ at: fact.observedAt, yields: fact.value.yields }))
  const premium = seen.of(excessBondPremium)
  const newest = (type: string) => seen.of(nyfedRates, type).at(-1)?.value
  return {
    nominal: curve('nominal'),
    real: curve('real'),
    gzSpread: points(premium, (value) => value.gz_spread_pp),
    excessBondPremium: points(premium, (value) => value.ebp_pp),
    ofrCredit: points(seen.of(financialStress), (value) => value.credit),
    baaSpread: points(seen.of(fredObservations, 'BAA10Y'), (value) => value.value),
    policy: policyOf(newest('EFFR'), newest('SOFR')),
  }
}

type ReferenceRate = ValueOf<typeof nyfedRates>

function policyOf(funds: ReferenceRate | undefined, secured: ReferenceRate | undefined) {
  return {
    effr: funds?.rate_pct ?? null,
    sofr: secured?.rate_pct ?? null,
    targetLow: funds?.target_low_pct ?? null,
    targetHigh: funds?.target_high_pct ?? null,
  }
}

function points<V>(facts: readonly Fact<V>[], read: (value: V) => number | null): Point[] {
  return facts.flatMap((fact) => {
    const value = read(fact.value)
    return value === null ? [] : [{ at: fact.observedAt, value }]
  })
}
