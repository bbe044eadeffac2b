// What an answer does not tell is named beside what it does, and an older reason is kept.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withNotTold } from '../../../processors/formula/not-told.ts'

const coverage = { inputs_used: 1, inputs_expected: 2, missing: ['b'], stale: [] }

test('names are added beside what the coverage says already; without any it is left as it is', () => {
  const mix = { score: 1, coverage: { ...coverage, detail: { heard_share: 0.5 } } }
  expect(withNotTold(mix, ['taxes']).coverage).toEqual({ ...coverage, detail: { heard_share: 0.5, not_told: ['taxes'] } })
  expect(withNotTold(mix, [])).toBe(mix)
  expect(withNotTold({ coverage }, ['taxes']).coverage).toEqual({ ...coverage, detail: { not_told: ['taxes'] } })
})

// No free and rightly licensed source tells these; an answer that is silent of them would be taken for one that looked.
const silent = 'agri analyst bundle equity launches options portfolio rwa smartmoney squeeze stake wallet wealth whale'.split(' ')

test.each(silent)('%s says in its example what nobody read for it', async (label) => {
  const url = new URL(`../../../processors/examples/${label}.json`, import.meta.url)
  const routes: Record<string, { meta: { coverage: { detail?: Record<string, string[]> } } }> = JSON.parse(
    await readFile(url, 'utf8'),
  )
  const told = Object.values(routes).map(({ meta }) => meta.coverage.detail?.not_told ?? meta.coverage.detail?.not_read ?? [])
  expect(told.map((names) => names.length > 0)).toEqual(told.map(() => true))
  expect(told.length).toBeGreaterThan(0)
})
