// The two files of a new service and its first test, which pass as they are and are meant to be changed.
import type { ServiceNames } from './names.ts'

export const signalFile = ({ compute }: ServiceNames): string => `// TODO: what the score says, and where the formula comes from.
import { signedLadder } from '../../formula/ladder.ts'
import { composite, lastDays, newestValue, partOf, type SeriesNamed, say, squash, zScore } from '../../formula/index.ts'

export const level = signedLadder(['very_high', 'high', 'usual', 'low', 'very_low'])

const windowDays = 365

/** Tells unrounded: the fields in service.ts say how many digits are sold. */
export function ${compute}({ figures }: SeriesNamed<'figures'>, now: Date) {
  const value = newestValue(figures)
  const window = lastDays(figures, windowDays).map((point) => point.value)
  const z = value === null || window.length < 30 ? null : zScore(value, window)
  return {
    mix: composite([partOf('level', 1, figures, 7, z === null ? null : squash(z))], now),
    level: { value, z_1y: z, date: figures.at(-1)?.at ?? null },
    summary: \`The newest figure is \${say(value, 2)}, \${say(z, 1)} standard deviations from its year.\`,
  }
}
`

export const serviceFile = (names: ServiceNames): string => `// ${names.title}: TODO what a buyer learns here.
import { ${names.topic} } from '../../../ingestors/sources/${names.source}/topic.ts'
import { day, defineSignalService, maybe, number, series, signalRoute } from '../../kit/index.ts'
import { ${names.compute}, level } from './signal.ts'

export default defineSignalService({
  label: '${names.label}',
  title: '${names.title}',
  description: 'TODO: what this service answers, in one sentence.',
  version: '1',
  tags: ['${names.label}'],
  // One row; 'byKey' makes one of each key, and facts and signal get it.
  rows: { one: 'all' },
  facts: { figures: series(${names.topic}, ({ value }) => value, { days: 400 }) },
  route: signalRoute({
    path: '${names.path}',
    price: '${names.price}',
    summary: 'TODO: what one call answers, in one line',
    // Inputs by their kinds, such as takes: { country: mayTake(country) }.
    fresh: { days: 3 },
    sold: { days: 10 },
    labels: level,
    answer: {
      level: {
        value: number('the newest figure', 2),
        z_1y: number('standard deviations from the mean of a year', 2),
        date: maybe(day()),
      },
    },
  }),
  signal: ${names.compute},
})
`

export const testFile = ({
  label,
  compute,
}: ServiceNames): string => `// TODO: the formula against values computed by hand or published; name the source.
import { expect, test } from 'vitest'
import { ${compute} } from '../../../processors/services/${label}/signal.ts'

const now = new Date('2026-11-20T00:00:00Z')
const dayMs = 86_400_000
const days = (value: (i: number) => number) =>
  Array.from({ length: 100 }, (_, i) => ({ at: new Date(now.getTime() - (99 - i) * dayMs), value: value(i) }))

test('a figure far above its year scores high, one that is usual next to nothing', () => {
  const far = days((i) => (i === 99 ? 110 : 100 + (i % 2)))
  expect(${compute}({ figures: far }, now).mix.score).toBe(100)
  const usual = days((i) => 99 + ((i + 1) % 3))
  expect(Math.abs(${compute}({ figures: usual }, now).mix.score)).toBeLessThan(2)
})

test('too little history is missing, not zero', () => {
  const figures = days(() => 1).slice(-5)
  expect(${compute}({ figures }, now)).toMatchObject({ level: { z_1y: null }, mix: { availableWeight: 0 } })
})
`

/** A family: what three services or more share, as a function of a table that says how they differ. */
export const familyFile = ({
  title,
  family,
}: ServiceNames): string => `// ${title}: TODO what these services share; each of them is a table.
import type { Topic } from '../../db/log/topic.ts'
import type { Service } from '../kit/define.ts'
import { signedLadder } from '../formula/ladder.ts'
import { defineSignalService, number, series, signalRoute } from '../kit/index.ts'
import { composite, newestValue, partOf, say, squash, zOfNewest } from '../formula/index.ts'

export interface ${family}Table extends Pick<Service, 'label' | 'title' | 'description' | 'version' | 'tags'> {
  readonly summary: string
  readonly topic: Topic<{ readonly value: number }>
  /** What the figure is, in words. */
  readonly figure: string
}

const level = signedLadder(['very_high', 'high', 'usual', 'low', 'very_low'])

export function define${family}({ summary, topic, figure, ...about }: ${family}Table): Service {
  return defineSignalService({
    ...about,
    rows: { one: about.label },
    facts: { figures: series(topic, ({ value }) => value, { days: 4_018 }) },
    route: signalRoute({
      path: '/report',
      price: '0.05',
      summary,
      fresh: { days: 3 },
      sold: { days: 10 },
      labels: level,
      answer: { level: { value: number(figure, 2), z_10y: number('standard deviations from the mean of ten years', 2) } },
    }),
    signal({ figures }, now) {
      const z = zOfNewest(figures)
      const value = newestValue(figures)
      return {
        mix: composite([partOf('level', 1, figures, 7, z === null ? null : squash(z))], now),
        level: { value, z_10y: z },
        summary: \`The newest \${figure} is \${say(value, 2)}.\`,
      }
    },
  })
}
`
