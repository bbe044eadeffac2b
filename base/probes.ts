// What machines ask a process: does it move, and can it do its work. Plain answers, and the same wherever they are served.

export interface ProbeAnswer {
  readonly ok: boolean
  /** Why not; empty where all is well. */
  readonly reasons: readonly string[]
}

export interface Probes {
  /** Whoever runs the process ends and restarts it where this fails: nothing else would make it move. */
  live(): Promise<ProbeAnswer>
  /** Nothing is sent to it while this fails. */
  ready(): Promise<ProbeAnswer>
}

export const well: ProbeAnswer = { ok: true, reasons: [] }

export const answerOf = (reasons: readonly string[]): ProbeAnswer => (reasons.length === 0 ? well : { ok: false, reasons })

export const bodyOf = ({ ok, reasons }: ProbeAnswer): string =>
  `${JSON.stringify({ status: ok ? 'ok' : 'failing', ...(ok ? {} : { reasons }) })}\n`
