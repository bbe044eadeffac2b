// The US economy in one answer: regime, growth, prices, work, policy, markets and public finance.
import Type from 'typebox'
import { excessBondPremium } from '../../../ingestors/sources/fed-ebp/topic.ts'
import { fiscalSeries } from '../../../ingestors/sources/fiscaldata/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { affectsOne } from '../../affected.ts'
import { defineRoute, defineService, type Selection } from '../../define.ts'
import { signedLabel } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { fredKeys, readMacroInputs } from './inputs.ts'
import { macroAnswer } from './schema.ts'
import { computeMacro, labels } from './signal.ts'

const key = 'us'
const dayS = 86_400
const elevenYears = 4_018

const selections: readonly Selection[] = [
  { topic: fredObservations, keys: fredKeys, days: elevenYears },
  { topic: fiscalSeries, days: elevenYears },
  { topic: financialStress, days: elevenYears },
  { topic: treasuryYields, keys: ['nominal'], days: elevenYears },
  { topic: treasuryYields, keys: ['real'], days: 366 },
  { topic: excessBondPremium, days: elevenYears },
  { topic: nyfedRates, keys: ['EFFR'], days: 30 },
]

const route = defineRoute({
  method: 'GET',
  path: '/macro',
  price: '0.05',
  serve: 'precomputed',
  summary: 'US macro signal: growth and inflation regime, labor, policy stance, markets, public finance and own-trend surprises',
  tags: ['macro', 'growth', 'inflation', 'policy'],
  input: Type.Object({}),
  output: macroAnswer,
  example: { input: {}, output: undefined },
  key: () => key,
  maxAgeSeconds: 5 * dayS,
  hardMaxAgeSeconds: 45 * dayS,
})

export default defineService({
  label: 'macro',
  title: 'Macro',
  description: 'The US economy as one signal: which regime it is in and the numbers that say so, from official sources.',
  version: '2',
  tags: ['macro'],
  reads: [fredObservations, fiscalSeries, financialStress, treasuryYields, excessBondPremium, nyfedRates],
  routes: [route],
  affected: affectsOne(key, selections),
  selects: () => selections,
  compute(rowKey, seen, now) {
    const { mix, summary, ...sections } = computeMacro(readMacroInputs(seen, now), now)
    const signal = verdict({ mix, label: signedLabel(mix.score, labels), summary, now })
    return [{ route: route.path, key: rowKey, body: { signal, ...sections }, coverage: mix.coverage }]
  },
})
