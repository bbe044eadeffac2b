// A drawing operator's colour operands as #rrggbb. Patterns have none, nor has a single number in a space not known here.
import type { PdfValue } from './pdf-value.ts'

export function colorOf(operator: string, operands: readonly PdfValue[]): string | null {
  const n = operands.filter((v) => typeof v === 'number')
  if (n.length === 1 && (operator === 'g' || operator === 'G')) return hex(n[0]!, n[0]!, n[0]!)
  if (n.length === 3) return hex(n[0]!, n[1]!, n[2]!)
  if (n.length === 4) return hex(...(n.slice(0, 3).map((v) => (1 - v) * (1 - n[3]!)) as [number, number, number]))
  return null
}

function hex(...rgb: [number, number, number]): string {
  return `#${rgb
    .map((v) =>
      Math.round(Math.min(1, Math.max(0, v)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
