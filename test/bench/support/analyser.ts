// What the benchmark of audits asks of any analyser, and the project's own engines as one.
import { engineFor } from '../../../processors/jobs/audit/engines.ts'
import { type Severity, SourceRefusal, severities } from '../../../processors/jobs/audit/finding.ts'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'

export type Claim = {
  readonly detector: string
  /** The class as the labels name it; the detector's own name where they have none. */
  readonly category: string
  readonly severity: Severity
  readonly confidence: number
  /** The lines that it is about: touching any of them is enough. */
  readonly spans: readonly (readonly [from: number, to: number])[]
  readonly evidence: string
}

export type Analyser = { readonly name: string; readonly look: (file: string, text: string) => Promise<readonly Claim[]> }

/** A file of which the analyser can say nothing. */
export class Unread extends Error {}

/** Worse before less bad, surer before less sure. */
export const rankOf = ({ severity, confidence }: Claim): number =>
  (severities.length - severities.indexOf(severity)) * 10 + confidence

export async function ownEngine(language: string): Promise<Analyser> {
  const { analyse, rules } = await engineFor(language)
  return {
    name: 'ours',
    async look(path, text) {
      const source = [{ path, text }]
      try {
        return findingsOf(await analyse(source), source, rules).map((one) => ({
          ...one,
          spans: [[one.line_start, one.line_end]],
        }))
      } catch (error) {
        if (error instanceof SourceRefusal) throw new Unread(error.code)
        throw error
      }
    },
  }
}
