// One missing check is told once at its own severity: what only follows from it becomes a note, and a closing is told as a closing.
import type { Raised } from '../finding.ts'

/** What follows from what, in one instruction; `atOneLine` where both have to be about the same expression. */
const consequences: readonly { of: string; causes: readonly string[]; atOneLine: boolean; notByNote?: true }[] = [
  {
    of: 'pda-signs-for-anybody',
    causes: ['authority-not-asked', 'account-mismatch', 'stored-key-not-asked', 'missing-signer'],
    atOneLine: false,
  },
  { of: 'pda-signs-for-anybody', causes: ['arbitrary-cpi'], atOneLine: true },
  // Whoever signs as the authority is compared with the one that is kept.
  { of: 'account-mismatch', causes: ['missing-signer'], atOneLine: false },
  // Account<…> asks for the owner and for the kind at once.
  { of: 'missing-owner-check', causes: ['type-cosplay'], atOneLine: true, notByNote: true },
]
const closings = new Set(['authority-not-asked', 'account-mismatch', 'lamports-to-anybody'])
/** That anybody takes lamports is what comes of these, and is told by them. */
const openings = [
  'authority-not-asked',
  'account-mismatch',
  'closed-by-anybody',
  'missing-signer',
  'missing-owner-check',
  'members-not-asked',
]

export function toldOnce(raised: readonly Raised[]): Raised[] {
  const told = new Set(raised.flatMap((one) => [inside(one, one.rule), onLine(one, one.rule)]))
  const grave = new Set(
    raised.flatMap((one) => (one.severity === undefined || one.severity === 'high' ? [inside(one, one.rule)] : [])),
  )
  // What a note says is not told by it.
  const notes = new Set(raised.flatMap((one) => (one.severity === 'low' ? [onLine(one, one.rule)] : [])))
  const causes = new Set<string>()
  const isTold = (one: Raised) =>
    (one.rule === 'lamports-to-anybody' && openings.some((opening) => grave.has(inside(one, opening)))) ||
    (one.rule === 'lamports-without-signer' && grave.has(inside(one, 'closed-by-anybody')))
  return raised
    .filter((one) => !isTold(one))
    .map((one) => {
      // Accounts that several instructions are given are mended once, where they are declared.
      const cause = one.cause === undefined ? null : `${one.rule} by ${one.cause}`
      if (cause !== null && causes.has(cause)) return { ...one, severity: 'low', confidence: 0.4 }
      if (cause !== null) causes.add(cause)
      // The change that nobody agreed to is the closing itself.
      const isClosing = closings.has(one.rule) || (one.rule === 'lamports-without-signer' && one.severity === 'high')
      if (isClosing && told.has(onLine(one, 'closed-by-lamports'))) return { ...one, rule: 'closed-by-anybody' }
      const isConsequence = consequences.some(
        ({ of, causes, atOneLine, notByNote }) =>
          of === one.rule &&
          causes.some(
            (cause) =>
              told.has(atOneLine ? onLine(one, cause) : inside(one, cause)) && !(notByNote && notes.has(onLine(one, cause))),
          ),
      )
      return isConsequence ? { ...one, severity: 'low', confidence: 0.4 } : one
    })
}

const inside = ({ where }: Raised, rule: string): string => `${rule} in ${where}`
const onLine = ({ where, place }: Raised, rule: string): string => `${rule} in ${where} at ${place.file}:${place.line_start}`
