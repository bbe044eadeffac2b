// One missing check is told once at its own severity: what only follows from it becomes a note, and a closing is told as a closing.
import type { Raised } from '../finding.ts'

/** What follows from what, in one instruction; `atOneLine` where both have to be about the same expression. */
const consequences: readonly { of: string; causes: readonly string[]; atOneLine: boolean }[] = [
  {
    of: 'pda-signs-for-anybody',
    causes: ['authority-not-asked', 'account-mismatch', 'stored-key-not-asked', 'missing-signer'],
    atOneLine: false,
  },
  { of: 'pda-signs-for-anybody', causes: ['arbitrary-cpi'], atOneLine: true },
  // Account<…> asks for the owner and for the kind at once.
  { of: 'missing-owner-check', causes: ['type-cosplay'], atOneLine: true },
]
const closings = new Set(['authority-not-asked', 'account-mismatch'])

export function toldOnce(raised: readonly Raised[]): Raised[] {
  const byInstruction = Map.groupBy(raised, ({ where }) => where)
  return raised.map((one) => {
    const beside = byInstruction.get(one.where)!
    // The change that nobody agreed to is the closing itself.
    if (closings.has(one.rule) && beside.some((other) => other.rule === 'closed-by-lamports' && isOneLine(other, one)))
      return { ...one, rule: 'closed-by-anybody' }
    const isConsequence = consequences.some(
      ({ of, causes, atOneLine }) =>
        of === one.rule && beside.some((other) => causes.includes(other.rule) && (!atOneLine || isOneLine(other, one))),
    )
    return isConsequence ? { ...one, severity: 'low', confidence: 0.4 } : one
  })
}

const isOneLine = (a: Raised, b: Raised): boolean => a.place.file === b.place.file && a.place.line_start === b.place.line_start
