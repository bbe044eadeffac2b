// What befell a protocol before: DefiLlama's own list of that is not free, so it is looked up in ours.
import { incidentList } from './incident-list.ts'

export { incidentsKnownTo } from './incident-list.ts'

export interface Incident {
  readonly date: string
  readonly name: string
  /** What was lost at the time, as the report has it; some of it came back later. */
  readonly lossUsd: number
  readonly cause: string
  readonly source: string
}

const listed = incidentList
  .trim()
  .split('\n')
  .map((line) => {
    const [date = '', slug = '', name = '', millions = '', cause = '', source = ''] = line.split(' | ')
    return { slug, incident: { date, name, lossUsd: Math.round(Number(millions) * 1e6), cause, source } }
  })

/** Of a protocol, or of the family of versions it belongs to, up to a moment; newest first. */
export function incidentsOf(protocol: string, now: Date): Incident[] {
  return listed
    .filter(
      ({ slug, incident }) =>
        (protocol === slug || protocol.startsWith(`${slug}-`)) && Date.parse(incident.date) <= now.getTime(),
    )
    .map(({ incident }) => incident)
}
