// The files of a new service: formula, schema, definition and a first test, which pass as they are and are meant to be changed.
import type { ServiceNames } from './names.ts'

export const signalFile = ({ compute }: ServiceNames): string => `// TODO: what the score says, and where the formula comes from.
import { composite, isoDay, lastDays, newestValue, type Point, partOf, round, say, squash, zScore } from '../../stats.ts'

export const labels = ['very_high', 'high', 'usual', 'low', 'very_low'] as const

const windowDays = 365

export function ${compute}(points: readonly Point[], now: Date) {
  const newest = newestValue(points)
  const window = lastDays(points, windowDays).map((point) => point.value)
  const z = newest === null || window.length < 30 ? null : zScore(newest, window)
  const mix = composite([partOf('level', 1, points, 7, z === null ? null : squash(z))], now)
  return {
    mix,
    level: { value: newest, z_1y: z === null ? null : round(z, 2), date: isoDay(points.at(-1)) },
    summary: \`The newest figure is \${say(newest, 2)}, \${say(z, 1)} standard deviations from its year.\`,
  }
}
`

export const schemaFile = ({ path }: ServiceNames): string => `// The ${path} answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const answer = answerSchema(signalSchema(labels, [-100, 100]), {
  level: Type.Object({
    value: number('the newest figure'),
    z_1y: number('standard deviations from the mean of a year'),
    date: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
  }),
})
`

export const serviceFile = ({
  label,
  path,
  price,
  source,
  topic,
  title,
  compute,
}: ServiceNames): string => `// ${title}: TODO what a buyer learns here.
import { ${topic} } from '../../../ingestors/sources/${source}/topic.ts'
import { affectsOne } from '../../affected.ts'
import { defineRoute, defineService, type Selection } from '../../define.ts'
import { takeInputs } from '../../inputs/take.ts'
import { toPoints } from '../../points.ts'
import { signedLabel } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { answer } from './schema.ts'
import { ${compute}, labels } from './signal.ts'

const key = 'all'
const dayS = 86_400
const selections: readonly Selection[] = [{ topic: ${topic}, days: 400 }]

const route = defineRoute({
  method: 'GET',
  path: '${path}',
  price: '${price}',
  serve: 'precomputed',
  summary: 'TODO: what one call answers, in one line',
  tags: ['${label}'],
  // Inputs by their kinds, such as takeInputs({ country: required(country) }).
  ...takeInputs({}),
  output: answer,
  example: { input: {}, output: undefined },
  key: () => key,
  maxAgeSeconds: 3 * dayS,
  hardMaxAgeSeconds: 10 * dayS,
})

export default defineService({
  label: '${label}',
  title: '${title}',
  description: 'TODO: what this service answers, in one sentence.',
  version: '1',
  tags: ['${label}'],
  reads: [${topic}],
  routes: [route],
  affected: affectsOne(key, selections),
  selects: () => selections,
  compute(rowKey, seen, now) {
    const { mix, summary, ...sections } = ${compute}(
      toPoints(seen.of(${topic}), ({ value }) => value),
      now,
    )
    const signal = verdict({ mix, label: signedLabel(mix.score, labels), summary, now })
    return [{ route: route.path, key: rowKey, body: { signal, ...sections }, coverage: mix.coverage }]
  },
})
`

export const testFile = ({
  label,
  compute,
}: ServiceNames): string => `// TODO: the formula against values computed by hand or published; name the source.
import { expect, test } from 'vitest'
import { ${compute} } from '../../processors/services/${label}/signal.ts'

const now = new Date('2026-11-20T00:00:00Z')
const dayMs = 86_400_000
const days = (value: (i: number) => number) =>
  Array.from({ length: 100 }, (_, i) => ({ at: new Date(now.getTime() - (99 - i) * dayMs), value: value(i) }))

test('a figure far above its year scores high, one that is usual next to nothing', () => {
  const far = days((i) => (i === 99 ? 110 : 100 + (i % 2)))
  expect(${compute}(far, now).mix.score).toBe(100)
  const usual = days((i) => 99 + ((i + 1) % 3))
  expect(Math.abs(${compute}(usual, now).mix.score)).toBeLessThan(2)
})

test('too little history is missing, not zero', () => {
  expect(${compute}(days(() => 1).slice(-5), now)).toMatchObject({ level: { z_1y: null }, mix: { availableWeight: 0 } })
})
`
