// Remembered prices: put on the log once a day by whoever keeps the rows, whose value at risk is then the one that a replay computes.
import { expect, test } from 'vitest'
import type { Fact } from '../../../processors/kit/define.ts'
import { keepCascade } from '../../../processors/services/cascade/keep.ts'
import {
  dayOf,
  type PastPrices,
  pastPrices,
  rememberedDays,
  tableOf,
} from '../../../processors/services/cascade/paths/past-prices.ts'
import service from '../../../processors/services/cascade/service.ts'
import { pricesFrom } from '../../support/cascade/price-history.ts'
import { factsAt, seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

const today = dayOf(factsAt)

function remembered(days: number): PastPrices[] {
  const mover = (normal: () => number) => {
    const [eth, btc] = [0.04 * normal(), 0.03 * normal()]
    return [eth, eth + 0.0001, btc, 1.2 * eth + 0.02 * normal(), 0.0003 * normal(), 0]
  }
  return pricesFrom(2, days, mover).map((one, d) => {
    const day = today - days + d
    const prices = one.prices.map(({ usd }, t) => ({ token: tokenAddress(t), usd }))
    return { ...one, day, at: new Date(day * 86_400_000).toISOString(), prices }
  })
}

function factsOf(past: readonly PastPrices[]): Fact[] {
  const all = [...seededFacts({ seed: 5, chainId: 1, borrowers: 30 }), [pastPrices, past] as const]
  return all.flatMap(([topic, values]) =>
    values.map((value: any): Fact => {
      const at = { observedAt: topic.observedAt(value), revision: 0n, partition: 0, offset: 0n }
      return { topic: topic.name, key: topic.key(value), value, ...at }
    }),
  )
}

test('the keeper’s rows are those of a replay of what a pass began with, and prices are appended once a day', async () => {
  const facts = factsOf(remembered(60))
  const seen = { of: (topic: { name: string }) => facts.filter((fact) => fact.topic === topic.name) as any }
  const [replayed] = service.compute('all', seen, factsAt)
  const kept = keepCascade()
  const appended: PastPrices[] = []
  const risks: string[] = []
  const pass = () =>
    kept.pass({
      now: () => factsAt,
      emit: (_, draft) => {
        if (draft.route === '/risk') risks.push(JSON.stringify('body' in draft ? draft.body : null))
      },
      retire: () => undefined,
      isOutdated: () => false,
      append: (topic, value) => {
        if ((topic as { name: string }).name === pastPrices.name) appended.push(value as PastPrices)
      },
    })
  for (const fact of facts) kept.put(fact)
  await pass()
  for (const fact of facts) kept.put(fact)
  const second = pass()
  // What comes or goes while a pass runs is the next one's.
  for (const { topic, key } of facts) kept.drop(topic, key)
  await second
  await kept.close()
  expect(risks).toEqual([JSON.stringify(replayed!.body), JSON.stringify(replayed!.body)])
  const [risk] = (replayed!.body as any).value_at_risk
  expect(risk.refused).toBeNull()
  expect(risk.estimated_from).toMatchObject({ price_days: 60, missing_days: 0, never_moved: ['GHO'] })
  expect(risk.horizons[1].liquidated_usd.p99.usd).toBeGreaterThan(risk.horizons[0].liquidated_usd.expected.usd)
  expect(appended.map(({ day }) => day)).toEqual([today])
  expect(appended[0]!.prices.map(({ token }) => token)).toContain(tokenAddress(0))
})

test('what is left of an earlier turn of the ring is no history', () => {
  const [old, ...recent] = remembered(10)
  const table = tableOf([{ ...old!, day: today - rememberedDays - 5 }, ...recent], [tokenAddress(0), '0xnone'])
  expect(table.days).toEqual(recent.map(({ day }) => day))
  expect(table.usd.filter(Number.isNaN)).toHaveLength(9)
  expect(pastPrices.key(old!)).toBe(pastPrices.key({ ...old!, day: old!.day + rememberedDays }))
})
