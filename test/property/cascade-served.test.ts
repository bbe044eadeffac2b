// From facts to what is sold: any drop of any token, read from a stored row, beside a fresh simulation of the same facts.
import { expect, test } from 'vitest'
import { arrange } from '../../processors/services/cascade/book/arrange.ts'
import { createRun } from '../../processors/services/cascade/engine/run.ts'
import { simulate, uniformShock } from '../../processors/services/cascade/engine/simulate.ts'
import { addTallies } from '../../processors/services/cascade/engine/tally.ts'
import { buildIndex } from '../../processors/services/cascade/index/build.ts'
import { createLiveChain } from '../../processors/services/cascade/live-chain.ts'
import { shockedBy } from '../../processors/services/cascade/model/shock.ts'
import { type CascadeBody, cascadeAt } from '../../processors/services/cascade/rows/cascade-row.ts'
import { scenarioKey, scenariosOf } from '../../processors/services/cascade/scenarios.ts'
import service from '../../processors/services/cascade/service.ts'
import { surveyBook } from '../../processors/services/cascade/survey/survey.ts'
import { factsAt, seededFacts } from '../support/cascade/seeded-facts.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { createMemoryStore } from '../support/memory-store.ts'
import { toRecords } from '../support/sample-records.ts'

const facts = seededFacts({ seed: 31, chainId: 1, borrowers: 400 })

function storedBodies(): Map<string, CascadeBody> {
  const store = createMemoryStore(service)
  for (const [topic, batch] of Map.groupBy(toRecords(facts), (one) => one.topic))
    store.apply(
      topic,
      batch.map((one) => one.record),
    )
  const rows = [...store.rows.values()].filter((row) => row.route === '/cascade')
  return new Map(rows.map((row) => [row.key, JSON.parse(row.body) as CascadeBody]))
}

function snapshot() {
  const chain = createLiveChain(1)
  for (const [topic, values] of facts) {
    for (const value of values)
      chain.put({ topic: topic.name, key: topic.key(value), value, observedAt: factsAt, revision: 0n, partition: 0, offset: 0n })
  }
  return chain.snapshot()!
}

test('equals a simulation to the cent on the grid, and within half a percent off it where no jump is flagged', () => {
  const { model, stored, wiring } = snapshot()
  const { book } = arrange(stored, wiring)
  const random = seededRandom(8)
  const scenarios = scenariosOf(model.state, surveyBook(book, model.state))
  expect(scenarios.map(({ name }) => name)).toEqual(['all'])
  let [offGrid, jumps] = [0, 0]
  for (const [key, body] of storedBodies()) {
    const token = model.state.tokens.findIndex(({ symbol }) => key === `1:${symbol}`)
    const scenario = scenarios.find(({ name }) => key === `1:${scenarioKey(name)}`)
    const shocked = scenario?.shocked ?? shockedBy(model.state, token)
    const run = createRun(buildIndex(book, model.state, shocked))
    for (let i = 0; i < 40; i++) {
      const isOnGrid = i % 4 === 0
      const drop = isOnGrid ? (1 + random.below(198)) / 2 : random.between(0.01, 98.9)
      const fresh = simulate(run, uniformShock(shocked, drop / 100))
      const total = addTallies(fresh.perProtocol)
      const { outcome } = cascadeAt(body, drop)
      if (isOnGrid) {
        expect(outcome.jump).toBe(false)
        expect(Math.abs(outcome.collateral_seized_usd - total.seizedUsd)).toBeLessThan(0.02)
        expect(Math.abs(outcome.bad_debt_usd - total.badDebtUsd)).toBeLessThan(0.02)
        expect([outcome.positions, outcome.rounds]).toEqual([total.positions, fresh.rounds.length])
      } else if (outcome.jump) jumps++
      else {
        offGrid++
        const scale = Math.max(total.seizedUsd, outcome.collateral_seized_usd, 1)
        expect(Math.abs(outcome.collateral_seized_usd - total.seizedUsd) / scale, `${key} at ${drop}`).toBeLessThan(0.005)
      }
    }
  }
  expect(offGrid).toBeGreaterThan(20)
  expect(jumps).toBeGreaterThan(0)
})
