// What the stablecoins of the sample world trade at.
import { level } from '../../../samples/walk.ts'

/** What a coin is worth in the sample world; the algorithmic one now and then slips. */
export function samplePrice(symbol: string, at: Date): number {
  const day = at.getTime() / 86_400_000
  if (symbol === 'EURC') return level('eur', day, 1.12, 0.06)
  if (symbol === 'USDY') return 1.1 + (day - 20_700) * 0.0001
  if (symbol === 'SAD') return 0.985 + 0.01 * level('sad', day * 20, 0, 1)
  return 1 + 0.0006 * level(`peg/${symbol}`, day * 20, 0, 1)
}
