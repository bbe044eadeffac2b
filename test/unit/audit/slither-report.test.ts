// Slither's reports in the words of the labels, and what two analysers find at one precision.
import { expect, test } from 'vitest'
import { Unread } from '../../bench/support/analyser.ts'
import { foundAtPrecision } from '../../bench/support/audit-score.ts'
import { claimsIn } from '../../bench/support/slither.ts'

const at = (type: string, lines: number[], file = 'till.sol') => ({
  type,
  source_mapping: { filename_relative: file, lines },
})
const report = (...detectors: unknown[]) => JSON.stringify({ success: true, error: null, results: { detectors } })
const result = (check: string, impact: string, elements: unknown[]) => ({
  check,
  impact,
  confidence: 'Medium',
  description: `${check} here\n\tmore`,
  elements,
})

test('a finding has the class of the labels and the lines of its statements, of this file alone', () => {
  const claims = claimsIn(
    report(
      result('reentrancy-eth', 'High', [
        at('function', [3, 4, 5, 6]),
        at('node', [4]),
        at('node', [6]),
        at('node', [9], 'other.sol'),
      ]),
      result('locked-ether', 'Medium', [at('contract', [1, 2, 3]), at('function', [2])]),
      result('naming-convention', 'Informational', [at('variable', [7])]),
      result('tx-origin', 'Medium', [at('node', [2], 'other.sol')]),
    ),
    'till.sol',
  )
  expect(claims.map(({ category, severity, spans }) => ({ category, severity, spans }))).toEqual([
    {
      category: 'reentrancy',
      severity: 'high',
      spans: [
        [4, 4],
        [6, 6],
      ],
    },
    { category: 'locked_ether', severity: 'medium', spans: [[2, 2]] },
    { category: 'naming-convention', severity: 'info', spans: [[7, 7]] },
  ])
})

test('a report of a failure is none', () => {
  expect(() => claimsIn(JSON.stringify({ success: false, error: 'no compiler', results: {} }), 'till.sol')).toThrow(Unread)
})

test('what is less sure is left out until the precision is reached', () => {
  const judged = [
    { rank: 3, isRight: true, labels: ['a'] },
    { rank: 2, isRight: false, labels: [] },
    { rank: 1, isRight: true, labels: ['b', 'c'] },
    { rank: 1, isRight: false, labels: [] },
  ]
  expect(foundAtPrecision(judged, 1)).toBe(1)
  expect(foundAtPrecision(judged, 0.5)).toBe(3)
  expect(foundAtPrecision(judged.slice(1, 2), 0.1)).toBe(0)
  expect(foundAtPrecision([], 0)).toBe(0)
})
