// The US business cycle: phase, coincident and leading indicators, recession odds.
import Type from 'typebox'
import { excessBondPremium } from '../../../ingestors/sources/fed-ebp/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { affectsOne } from '../../affected.ts'
import { defineRoute, defineService, type Selection } from '../../define.ts'
import { verdict } from '../../verdict.ts'
import { coincidentKeys, otherKeys, readCycleInputs } from './inputs.ts'
import { cycleAnswer } from './schema.ts'
import { computeCycle } from './signal.ts'

const key = 'us'
const dayS = 86_400
const elevenYears = 4_018

const selections: readonly Selection[] = [
  { topic: fredObservations, keys: [...coincidentKeys, ...otherKeys], days: elevenYears },
  { topic: treasuryYields, keys: ['nominal'], days: elevenYears },
  { topic: excessBondPremium, days: elevenYears },
]

const route = defineRoute({
  method: 'GET',
  path: '/cycle',
  price: '0.05',
  serve: 'precomputed',
  summary: 'US business cycle: phase, coincident and leading indicators, recession probability and the Sahm rule',
  tags: ['macro', 'business-cycle', 'recession'],
  input: Type.Object({}),
  output: cycleAnswer,
  example: { input: {}, output: undefined },
  key: () => key,
  maxAgeSeconds: 7 * dayS,
  hardMaxAgeSeconds: 50 * dayS,
})

export default defineService({
  label: 'cycle',
  title: 'Business cycle',
  description: 'Which phase the US economy is in, for how long, what leads it, and how likely a recession is.',
  version: '1',
  tags: ['macro', 'business-cycle'],
  reads: [fredObservations, treasuryYields, excessBondPremium],
  routes: [route],
  affected: affectsOne(key, selections),
  selects: () => selections,
  compute(rowKey, seen, now) {
    const { mix, summary, ...sections } = computeCycle(readCycleInputs(seen), now)
    const signal = verdict({ mix, label: sections.phase, summary, now })
    return [{ route: route.path, key: rowKey, body: { signal, ...sections }, coverage: mix.coverage }]
  },
})
