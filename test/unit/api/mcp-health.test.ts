// An agent that asks how the gateway is reads what is not well, and how many are.
import { expect, test } from 'vitest'
import { tellBriefly } from '../../../api/mcp/brief-health.ts'

const source = { source: 'a', failures_in_a_row: 0, late_series: 0 }

test('of all services what is well is counted, and what is not is told as it is', () => {
  const failing = { ...source, source: 'b', failures_in_a_row: 2 }
  const late = { ...source, source: 'c', late_series: 1 }
  const apart = { ...source, source: 'd', chain: { differences: { borrowers: 1 } } }
  const old = { label: 'x', state: 'stale' }
  const whole = { status: 'degraded', sources: [source, failing, late, apart], routes: [{ label: 'y', state: 'fresh' }, old] }
  expect(JSON.parse(tellBriefly(JSON.stringify(whole)))).toEqual({
    status: 'degraded',
    sources: [failing, late, apart],
    routes: [old],
    well: { sources: 1, routes: 1 },
    next: expect.stringContaining('one service'),
  })
})

test('a refusal is told as it is', () => {
  const refusal = JSON.stringify({ error: { code: 'rate_limited', message: 'again in 3 s' } })
  expect(tellBriefly(refusal)).toBe(refusal)
})
