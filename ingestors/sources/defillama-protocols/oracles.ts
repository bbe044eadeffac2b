// Whose prices a protocol takes: a plain list of names, or since 2026 each with its part and the chains where it has it, until when.
import { type Row, readList, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'

// Another that stands by, proves reserves or draws lots does not set the prices.
const setsPrices = new Set(['Primary', 'Aggregator'])

export function readOracles(row: Row, at: Date): string[] {
  const plain = row.oracles == null ? [] : readList(row.oracles, 'oracles').map((one) => readText(one, 'an oracle'))
  if (plain.length > 0 || row.oraclesBreakdown == null) return plain
  const today = at.toISOString().slice(0, 10)
  const names = readRows(row.oraclesBreakdown, 'oraclesBreakdown', { mayBeEmpty: true })
    .filter((oracle) => setsPrices.has(readText(oracle.type, 'type of an oracle')) && !hasEnded(oracle, today))
    .map((oracle) => readText(oracle.name, 'an oracle'))
  return [...new Set(names)]
}

/** It was let go, as a whole or on every chain that it is told of. */
function hasEnded(oracle: Row, today: string): boolean {
  const isPast = (part: Row) => (readTextOrNull(part.endDate, 'endDate') ?? today) < today
  const chains = oracle.chains == null ? [] : readList(oracle.chains, 'chains of an oracle').map((one) => readRow(one, 'a chain'))
  return isPast(oracle) || (chains.length > 0 && chains.every(isPast))
}
