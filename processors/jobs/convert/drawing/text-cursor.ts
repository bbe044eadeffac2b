// Follows the text operators of a content stream to where each shown string begins; how wide it is, only its font knows.
import { identity, type Matrix, multiply, toMatrix } from './matrix.ts'
import type { PdfValue } from './pdf-value.ts'

export interface TextCursor {
  /** In the space of the current matrix, where a string begins that this operator shows. */
  follow(operator: string, operands: readonly PdfValue[]): { x: number; y: number } | null
  /** In the same space, the direction that text runs in. */
  axis(): { x: number; y: number }
}

export const showsText: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])

export function createTextCursor(): TextCursor {
  let line: Matrix = identity
  let leading = 0
  // After one string the next begins at its unknown end.
  let isKnown = true
  const move = (x: number, y: number) => {
    line = multiply([1, 0, 0, 1, x, y], line)
    isKnown = true
  }
  const show = () => {
    const begins = isKnown ? { x: line[4], y: line[5] } : null
    isKnown = false
    return begins
  }
  return {
    axis: () => ({ x: line[0], y: line[1] }),
    follow(operator, operands) {
      const num = (i: number) => (typeof operands[i] === 'number' ? (operands[i] as number) : 0)
      switch (operator) {
        case 'BT':
          line = identity
          isKnown = true
          return null
        case 'Tm':
          line = toMatrix(operands) ?? line
          isKnown = true
          return null
        case 'Td':
          move(num(0), num(1))
          return null
        case 'TD':
          leading = -num(1)
          move(num(0), num(1))
          return null
        case 'TL':
          leading = num(0)
          return null
        case 'T*':
          move(0, -leading)
          return null
        case 'Tj':
        case 'TJ':
          return show()
        case "'":
        case '"':
          move(0, -leading)
          return show()
        default:
          return null
      }
    },
  }
}
