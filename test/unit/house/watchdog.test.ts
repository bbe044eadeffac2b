// When the watchdog takes a standstill for one: only where it looked on itself.
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createJudge, type Judge } from '../../../app/watchdog/judge.ts'
import { exposeLongestTurn } from '../../../base/longest-turn.ts'
import { until } from '../../support/until.ts'

const lookEveryMs = 250
const mostBetweenLooksMs = 3 * lookEveryMs

/** Looks at the same beat every so often, for so long; ends at the moment it returns. */
function look(judge: Judge, beat: number, fromMs: number, forMs: number, everyMs = lookEveryMs): number {
  for (let atMs = fromMs; atMs <= fromMs + forMs; atMs += everyMs) judge.look(atMs, beat)
  return fromMs + forMs
}

test('a counter that stands is seen to stand, and told once when it goes on', () => {
  const judge = createJudge({ mostBetweenLooksMs })
  const at = look(judge, 1, 0, 10_000)
  expect(judge.stoodMs).toBe(10_000)
  expect(judge.look(at + lookEveryMs, 2)).toBe(10_000)
  expect(judge.look(at + 2 * lookEveryMs, 3)).toBe(0)
  expect(judge.stoodMs).toBe(0)
})

test('one that goes on never stands', () => {
  const judge = createJudge({ mostBetweenLooksMs })
  for (let i = 0; i < 1_000; i++) expect(judge.look(i * lookEveryMs, i)).toBe(0)
  expect(judge.stoodMs).toBe(0)
})

test('a night in which nobody looked is no standstill', () => {
  const judge = createJudge({ mostBetweenLooksMs })
  const at = look(judge, 1, 0, 500)
  judge.look(at + 8 * 3_600_000, 1)
  expect(judge.stoodMs).toBe(500 + mostBetweenLooksMs)
})

test('a machine that gives the looks no time either is given three times as long for each', () => {
  const judge = createJudge({ mostBetweenLooksMs })
  look(judge, 1, 0, 20_000, 2_000)
  expect(judge.stoodMs).toBe(10 * mostBetweenLooksMs)
})

test('a long turn of the loop is in the metric', async () => {
  const registry = new Registry()
  exposeLongestTurn(registry)
  const longest = async () => Number(/longest_seconds ([\d.]+)/.exec(await registry.metrics())![1])
  await until('a turn is counted', async () => {
    const blockUntil = performance.now() + 300
    while (performance.now() < blockUntil);
    return (await longest()) > 0.2
  })
})
