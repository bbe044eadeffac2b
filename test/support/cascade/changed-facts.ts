// Seeded facts of one chain, changed as a test wants them, and what the model and the answers make of them.
import { expect } from 'vitest'
import type { Topic } from '../../../db/log/topic.ts'
import { answerCascade } from '../../../processors/services/cascade/answers/cascade.ts'
import { arrange } from '../../../processors/services/cascade/book/arrange.ts'
import type { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import { createRun } from '../../../processors/services/cascade/engine/run.ts'
import { simulate, uniformShock } from '../../../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { createLiveChain } from '../../../processors/services/cascade/live-chain.ts'
import { defaultAssumptions } from '../../../processors/services/cascade/model/market-state.ts'
import { factsAt, type seededFacts } from './seeded-facts.ts'

export type Facts = ReturnType<typeof seededFacts>

export const list = <V>(from: Facts, topic: Topic<V>) => from.get(topic) as V[]

export const change = <V>(from: Facts, topic: Topic<V>, to: (value: V) => V | null): Facts =>
  new Map(from).set(
    topic,
    list(from, topic).flatMap((value) => to(value) ?? []),
  )

export function snapshotOf(from: Facts) {
  const chain = createLiveChain(1)
  for (const [topic, values] of from)
    for (const value of values)
      chain.put({ topic: topic.name, key: topic.key(value), value, observedAt: factsAt, revision: 0n, partition: 0, offset: 0n })
  return chain.snapshot()!
}

/** All tokens but dollars fall alike; a rise where the drop is below nothing. */
export function outcomeOf(from: Facts, drop: number, moves = (symbol: string) => !['USDC', 'GHO'].includes(symbol)) {
  const { model, stored, wiring } = snapshotOf(from)
  const { book, leftOut } = arrange(stored, wiring)
  const shocked = model.state.tokens.map(({ symbol }) => moves(symbol))
  const run = createRun(buildIndex(book, model.state, shocked, defaultAssumptions))
  return { ...simulate(run, uniformShock(shocked, drop)), leftOut, model }
}

/** The answer of a fall of ether, in which a protocol has more than ten positions and the protocols add up to the whole. */
export function answerWith({ model: { chainId }, tokens }: ReturnType<typeof analyseChain>, protocol: string) {
  const { curve } = tokens.find((one) => one.token === 'WETH')!
  const row = { chainId, token: 'WETH', scenario: null, priceUsd: 2500, score: 1, confidence: 1, asOf: factsAt.toISOString() }
  const answer = answerCascade({ ...row, assumptions: defaultAssumptions, curve }, 20)
  expect(answer.protocols.find((one) => one.protocol === protocol)!.total.positions).toBeGreaterThan(10)
  const sum = answer.protocols.reduce((all, { total }) => all + total.collateral_seized_usd, 0)
  expect(sum).toBeCloseTo(answer.outcome.collateral_seized_usd, 0)
  return answer
}
