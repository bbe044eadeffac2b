// Rows of bills as they are drawn: names at their left ends, amounts at their right ones.
import { text } from './document.ts'

const em = 0.5
/** So that it ends there. */
const ending = (x: number, y: number, said: string, size = 10) =>
  text(x - em * size * said.length, y, said, { font: 'mono', size: size * (em / 0.6) })
export const row = (
  y: number,
  names: readonly [number, string][],
  amounts: readonly [number, string][],
  font: 'regular' | 'bold' = 'regular',
) =>
  names.map(([x, said]) => text(x, y, said, { font, size: 10 })).join('') +
  amounts.map(([x, said]) => ending(x, y, said)).join('')
