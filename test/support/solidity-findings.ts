// What the Solidity rules find in one file, on which lines, and that each mistake of a table is told and its mended twin is not.
import { expect, test } from 'vitest'
import { findingsOf } from '../../processors/jobs/audit/report.ts'
import { analyseSolidity } from '../../processors/jobs/audit/solidity/engine.ts'
import { solidityRules } from '../../processors/jobs/audit/solidity/rules/index.ts'

export function found(text: string) {
  const files = [{ path: 'till.sol', text }]
  return findingsOf(analyseSolidity(files), files, solidityRules)
}

export const linesOf = (detector: string, text: string): number[] =>
  found(text).flatMap((one) => (one.detector === detector ? [one.line_start] : []))

/** A detector, the lines on which alone it speaks, the mistake, and the same with the mistake mended. */
export type Twin = readonly [detector: string, lines: number | readonly number[], broken: string, mended: string]

export const testTwins = (twins: readonly Twin[]): void =>
  test.each(twins)('%s is found on line %j alone and not in its mended twin', (detector, lines, broken, mended) => {
    expect(linesOf(detector, broken)).toEqual([lines].flat())
    expect(linesOf(detector, mended)).toEqual([])
  })
