// What the Solidity rules find in one file, and on which lines.
import { findingsOf } from '../../processors/jobs/audit/report.ts'
import { analyseSolidity } from '../../processors/jobs/audit/solidity/engine.ts'
import { solidityRules } from '../../processors/jobs/audit/solidity/rules/index.ts'

export function found(text: string) {
  const files = [{ path: 'till.sol', text }]
  return findingsOf(analyseSolidity(files), files, solidityRules)
}

export const linesOf = (detector: string, text: string): number[] =>
  found(text).flatMap((one) => (one.detector === detector ? [one.line_start] : []))
