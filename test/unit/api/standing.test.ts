// What an answer is worth by its sources: what stands still and what was guessed is named, costs confidence, and at last is not sold.
import { describe, expect, test } from 'vitest'
import { judgeStanding, type KnownSources, lowerConfidence } from '../../../api/standing.ts'

const now = new Date('2026-11-22T00:00:00Z')
const day = (text: string) => `${text}T00:00:00.000Z`
const topic = (name: string) => ({ name }) as never
const service = (selections: readonly object[]) => ({ selects: () => selections, routes: [{ hardMaxAgeSeconds: 0 }] }) as never
const series = (key: string, late_at: string, dead_at: string) => ({ key, newest_at: day('2025-12-01'), late_at, dead_at })
const known = (details: Record<string, object>): KnownSources =>
  new Map(Object.entries(details).map(([name, detail]) => [name, { source: name.split('.')[0]!, topic: name, ...detail }]))

const row = { key: 'k', inputs: JSON.stringify([{ topic: 'eurostat.x.v1' }, { topic: 'fred.x.v1' }]) }
const alone = { key: 'k', inputs: JSON.stringify([{ topic: 'eurostat.x.v1' }]) }
const two = service([{ topic: topic('eurostat.x.v1'), keys: ['hicp/EA', 'gdp/EA'] }, { topic: topic('fred.x.v1') }])
const frozen = (dead_at = day('2027-01-01')) =>
  known({
    'eurostat.x.v1': {
      proof: 'documented',
      series: {
        count: 40,
        first: [series('hicp/EA', day('2026-04-17'), dead_at), series('hicp/XX', day('2026-04-17'), dead_at)],
      },
    },
    'fred.x.v1': { proof: 'documented', series: { count: 30, first: [series('GDP', day('2027-01-01'), day('2028-01-01'))] } },
  })

describe('a series that stands still', () => {
  test('is named in the answers that use it, with its age, and lowers their confidence', () => {
    const { coverage, factor, dead } = judgeStanding(two, row, frozen(), now)
    expect(coverage).toEqual({ late: [{ id: 'eurostat:hicp/EA', observed_at: day('2025-12-01'), age_days: 356 }] })
    // One of two series of one of two sources, at half weight.
    expect(factor).toBeCloseTo(1 - 0.5 * 0.25, 9)
    expect(dead).toBeNull()
  })

  test('is not named where nobody uses it', () => {
    const other = service([{ topic: topic('eurostat.x.v1'), keys: ['gdp/EA'] }])
    expect(judgeStanding(other, alone, frozen(), now)).toEqual({ coverage: {}, factor: 1, dead: null })
  })

  test('is not sold past its hard age where half of the answer is it', () => {
    const only = service([{ topic: topic('eurostat.x.v1'), keys: ['hicp/EA'] }])
    const { dead, factor } = judgeStanding(only, alone, frozen(day('2026-09-01')), now)
    expect(dead).toBe('eurostat:hicp/EA')
    expect(factor).toBe(0)
    expect(judgeStanding(two, row, frozen(day('2026-09-01')), now).dead).toBeNull()
  })

  test('where only the newest of all keys must move, it stands for all of them', () => {
    const whole = known({ 'eurostat.x.v1': { series: { count: 1, first: [series('*', day('2026-04-17'), day('2026-09-01'))] } } })
    const only = service([{ topic: topic('eurostat.x.v1'), keys: ['a', 'b', 'c'] }])
    expect(judgeStanding(only, alone, whole, now).dead).toBe('eurostat')
  })
})

test('a guessed shape and what was set aside are named', () => {
  const details = known({
    'eurostat.x.v1': { proof: 'guessed', set_aside: { count: 3, first: [] } },
    'fred.x.v1': { proof: 'documented' },
  })
  const { coverage, factor } = judgeStanding(two, row, details, now)
  expect(coverage).toEqual({ unproven: ['eurostat'], set_aside: [{ id: 'eurostat', entries: 3 }] })
  expect(factor).toBeCloseTo(1 - 0.2 * 0.5, 9)
})

test('what an asked key left out is told of its own answers alone', () => {
  const lost = (key: string, count: number) => ({ key, count, first: [] })
  const details = known({
    'eurostat.x.v1': {
      proof: 'documented',
      set_aside: { count: 0, first: [] },
      asked_aside: [lost('hicp/EA', 2), lost('hicp/XX', 5)],
    },
    'fred.x.v1': { proof: 'documented' },
  })
  const { coverage } = judgeStanding(two, row, details, now)
  expect(coverage).toEqual({ set_aside: [{ id: 'eurostat', entries: 2 }] })
})

describe('the confidence of a body', () => {
  test('is lowered and never raised, everything else is as it was', () => {
    const body =
      '{"signal":{"score":1.5,"label":"x","confidence":0.83,"summary":"a \\"confidence\\":0.9"},"z":{"confidence":0.7}}'
    expect(lowerConfidence(body, 0.5)).toBe(body.replace('0.83', '0.41'))
    expect(lowerConfidence(body, 1)).toBe(body)
    expect(lowerConfidence('{"document":{"confidence":0.9}}', 0.5)).toBe('{"document":{"confidence":0.9}}')
  })
})
