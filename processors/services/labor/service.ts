// The US labor market: jobs, unemployment, wages, claims and openings as one signal.
import Type from 'typebox'
import { blsObservations, blsSeries, payrollRelease } from '../../../ingestors/sources/bls/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { affectsOne } from '../../affected.ts'
import { defineRoute, defineService, type Observations, type Selection } from '../../define.ts'
import { toPoints } from '../../points.ts'
import { verdict } from '../../verdict.ts'
import { nextReleases } from './releases.ts'
import { laborAnswer } from './schema.ts'
import { computeLabor, type LaborInputs } from './signal.ts'

const key = 'us'
const dayS = 86_400
const elevenYears = 4_018

const selections: readonly Selection[] = [
  { topic: blsObservations, keys: Object.values(blsSeries), days: elevenYears },
  { topic: blsObservations, keys: [payrollRelease], days: 100 },
  { topic: fredObservations, keys: ['ICSA', 'CCSA', 'SAHMREALTIME', 'FRBATLWGT3MMAUMHWGO'], days: elevenYears },
]

const route = defineRoute({
  method: 'GET',
  path: '/labor',
  price: '0.05',
  serve: 'precomputed',
  summary: 'US labor market signal: payrolls and revisions, unemployment and the Sahm rule, wages, claims, openings and quits',
  tags: ['macro', 'labor', 'employment', 'wages'],
  input: Type.Object({}),
  output: laborAnswer,
  example: { input: {}, output: undefined },
  key: () => key,
  maxAgeSeconds: 14 * dayS,
  hardMaxAgeSeconds: 45 * dayS,
})

export default defineService({
  label: 'labor',
  title: 'Labor',
  description: 'How tight the US labor market is, from payrolls, the household survey, claims and job openings.',
  version: '1',
  tags: ['macro', 'labor'],
  reads: [blsObservations, fredObservations],
  routes: [route],
  affected: affectsOne(key, selections),
  selects: () => selections,
  compute(rowKey, seen, now) {
    const { mix, label, summary, ...sections } = computeLabor(readInputs(seen), now)
    const body = { signal: verdict({ mix, label, summary, now }), ...sections, next_release: nextReleases(now) }
    return [{ route: route.path, key: rowKey, body, coverage: mix.coverage }]
  },
})

function readInputs(seen: Observations): LaborInputs {
  const bls = (meaning: keyof typeof blsSeries) => toPoints(seen.of(blsObservations, blsSeries[meaning]), ({ value }) => value)
  const fred = (series: string) => toPoints(seen.of(fredObservations, series), ({ value }) => value)
  const releases = seen.of(blsObservations, payrollRelease).slice(-2)
  const [before, newest] = releases.length === 2 ? releases : [undefined, releases[0]]
  const isNext =
    before !== undefined && newest !== undefined && monthNumber(newest.observedAt) - monthNumber(before.observedAt) === 1
  const release = (fact: typeof newest) =>
    fact === undefined ? null : { value: fact.value.value, earlier: fact.value.earlier ?? [] }
  return {
    payrollsK: bls('payrollsK'),
    releases: { newest: release(newest), before: isNext ? release(before) : null },
    unemployment: bls('unemployment'),
    underemployment: bls('underemployment'),
    unemployedK: bls('unemployedK'),
    participation: bls('participation'),
    primeAgeParticipation: bls('primeAgeParticipation'),
    primeAgeEmployment: bls('primeAgeEmployment'),
    hourlyEarnings: bls('hourlyEarnings'),
    cpi: bls('cpi'),
    openingsK: bls('openingsK'),
    quitsRate: bls('quitsRate'),
    layoffsRate: bls('layoffsRate'),
    wageTracker: fred('FRBATLWGT3MMAUMHWGO'),
    sahmPublished: fred('SAHMREALTIME'),
    claims: fred('ICSA'),
    continued: fred('CCSA'),
  }
}

const monthNumber = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()
