// Slither's reports in the words of the labels, and what two analysers find at one precision.
import { expect, test } from 'vitest'
import { merged } from '../../../processors/jobs/audit/merge.ts'
import { readReport } from '../../../processors/jobs/audit/slither/report.ts'
import { Unread } from '../../bench/support/analyser.ts'
import { foundAtPrecision } from '../../bench/support/audit-score.ts'
import { claimsIn } from '../../bench/support/slither.ts'
import { found } from '../../support/solidity-findings.ts'

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

const said = (findings: readonly unknown[]) => [
  { name: 'slither', version: '0', used: true, note: null, findings: findings as never },
]
const outside = (check: string, category: string, line: number, severity = 'high') => ({
  check,
  category,
  severity,
  confidence: 0.6,
  file: 'till.sol',
  line_start: line,
  line_end: line,
  evidence: check,
})

test('beside the engine: seen by both it is surer once, seen by the other alone it is low unless it is a plain fact', () => {
  const text =
    'pragma solidity 0.8.24; contract Till { address owner = msg.sender;\nfunction end(address payable to) external {\nrequire(tx.origin == owner); selfdestruct(to); } }'
  const own = found(text)
  const [origin] = own.filter(({ detector }) => detector === 'tx-origin')
  const both = merged(
    own,
    said([
      outside('tx-origin', 'tx_origin_auth', 3),
      outside('tx-origin', 'tx_origin_auth', 2),
      outside('arbitrary-send-eth', 'access_control', 900),
      outside('suicidal', 'access_control', 901),
      outside('weak-prng', 'bad_randomness', 3, 'medium'),
    ]),
    [{ path: 'till.sol', text }],
  )
  const seen = both.find(({ detector }) => detector === 'tx-origin')!
  expect(seen.found_by).toEqual(['tollgate', 'slither'])
  expect(seen.confidence).toBe(Math.round((1 - (1 - origin!.confidence) * 0.7) * 100) / 100)
  expect(own.every(({ found_by }) => found_by.join() === 'tollgate')).toBe(true)
  const alone = both.filter(({ found_by }) => found_by.join() === 'slither')
  expect(alone.map(({ detector, severity, confidence }) => [detector, severity, confidence])).toEqual([
    ['slither-suicidal', 'high', 0.3],
    ['slither-weak-prng', 'low', 0.3],
    ['slither-arbitrary-send-eth', 'low', 0.3],
  ])
})

test('a report is read as a stranger’s: nothing in it is believed to have a shape', () => {
  const files = new Set(['till.sol'])
  for (const text of ['', '[]', 'null', '{"success":true}', '{"success":true,"results":{"detectors":{"a":1}}}', '7'])
    expect([null, 'findings', 'failed']).toContain(
      readReport(text, files) === null ? null : Object.keys(readReport(text, files)!)[0],
    )
  const hostile = [
    result('../../x', 'High', [at('node', [3])]),
    result('tx-origin', 'Huge', [at('node', [3])]),
    result('tx-origin', 'High', [at('node', [-1, 0]), { type: 'node' }, at('node', [2], '/etc/passwd')]),
    { check: 'tx-origin', impact: 'High', elements: 'all' },
    result('tx-origin', 'High', [at('node', [4, 3])]),
  ]
  expect(readReport(report(...hostile), files)).toMatchObject({ findings: [{ check: 'tx-origin', line_start: 3, line_end: 4 }] })
})
