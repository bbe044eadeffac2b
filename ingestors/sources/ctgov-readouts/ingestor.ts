// Polls late trials of industry whose main measure is complete within the next year, by their own estimate.
import { TollgateError } from '../../../base/errors.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { type Row, readList, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type Catalyst, plainCatalyst, snapshotOf } from '../../shapes/catalysts.ts'
import { trialReadouts } from './topic.ts'

const base = 'https://clinicaltrials.gov/api/v2/studies'
const fields = 'NCTId,BriefTitle,OverallStatus,PrimaryCompletionDate,LeadSponsorName,Phase,Condition,InterventionName'
const mostPages = 8
// As many as one snapshot holds.
const mostEvents = 3_000
// What was stopped reads nothing out, nor does a drug that is only given away.
const stopped = ['TERMINATED', 'WITHDRAWN', 'SUSPENDED', 'WITHHELD']
const givenAway = ['AVAILABLE', 'NO_LONGER_AVAILABLE', 'TEMPORARILY_NOT_AVAILABLE', 'APPROVED_FOR_MARKETING']
const running = ['NOT_YET_RECRUITING', 'RECRUITING', 'ENROLLING_BY_INVITATION', 'ACTIVE_NOT_RECRUITING', 'COMPLETED', 'UNKNOWN']
const day = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10)

export default defineIngestor<any, unknown[]>({
  source: 'ctgov-readouts',
  topic: trialReadouts,
  schedule: '0 10 * * 1-5',
  grade: 'A',
  proof: 'captured 2025-12',
  async fetch({ http, at, signal }) {
    const term = `AREA[PrimaryCompletionDate]RANGE[${day(at, 0)},${day(at, 365)}] AND AREA[Phase](PHASE2 OR PHASE3) AND AREA[LeadSponsorClass]INDUSTRY`
    const pages: unknown[] = []
    for (let token: string | null = ''; token !== null && pages.length < mostPages; ) {
      const page = await http.json(
        `${base}?query.term=${encodeURIComponent(term)}&fields=${fields}&pageSize=1000${token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`}`,
        { signal },
      )
      pages.push(page)
      token = readTextOrNull(readRow(page, 'a page').nextPageToken, 'nextPageToken')
    }
    return pages
  },
  parse(pages, at, setAside) {
    const studies = pages.flatMap((page) => readRows(readRow(page, 'a page').studies, 'studies'))
    const catalysts = readEach(studies, readStudy, setAside)
    // Only trials with a phase are asked for: where none has one the member has another name.
    if (catalysts.length === 0 && studies.every((study) => phasesOf(study).length === 0))
      throw new TollgateError('upstream_changed', 'no trial is of a phase')
    const soonest = catalysts.toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(0, mostEvents)
    return [snapshotOf(soonest, at)]
  },
})

const texts = (value: unknown, what: string) => (value == null ? [] : readList(value, what).map((one) => readText(one, what)))

/** None of devices, of what is only watched, and before the first. */
const phasesOf = (study: Row): string[] =>
  texts(readRow(readRow(study.protocolSection, 'protocolSection').designModule ?? {}, 'designModule').phases, 'phases').filter(
    (phase) => phase !== 'NA' && phase !== 'EARLY_PHASE1',
  )

function readStudy(study: Row): Catalyst[] {
  const protocol = readRow(study.protocolSection, 'protocolSection')
  const part = (name: string) => readRow(protocol[name], name)
  const id = readText(part('identificationModule').nctId, 'nctId')
  if (!/^NCT\d{8}$/.test(id)) throw new TollgateError('upstream_changed', `${id.slice(0, 20)} is no trial`)
  const status = part('statusModule')
  const state = readText(status.overallStatus, 'overallStatus')
  if (stopped.includes(state) || givenAway.includes(state)) return []
  if (!running.includes(state)) throw new TollgateError('upstream_changed', `${id} is ${state.slice(0, 30)}`)
  const told = phasesOf(study)
  if (told.length === 0) return []
  const phases = told.map((phase) => Number(/^PHASE([1-4])$/.exec(phase)?.[1]))
  if (phases.some(Number.isNaN)) throw new TollgateError('upstream_changed', `${id} is of phase ${told.join().slice(0, 40)}`)
  const written = readText(readRow(status.primaryCompletionDateStruct, 'primaryCompletionDateStruct').date, 'date')
  const isMonth = /^\d{4}-\d{2}$/.test(written)
  const date = toIsoDate(
    isMonth ? new Date(Date.UTC(Number(written.slice(0, 4)), Number(written.slice(5)), 0)).toISOString().slice(0, 10) : written,
  )
  const drugs =
    protocol.armsInterventionsModule == null
      ? []
      : readRows(part('armsInterventionsModule').interventions ?? [], 'interventions', { mayBeEmpty: true }).map((one) =>
          readText(one.name, 'name'),
        )
  return [
    {
      ...plainCatalyst,
      id,
      date,
      precision: isMonth ? 'month' : 'day',
      type: 'readout',
      company: readText(readRow(part('sponsorCollaboratorsModule').leadSponsor, 'leadSponsor').name, 'sponsor'),
      product: drugs.find((name) => !/placebo/i.test(name)) ?? null,
      indication: texts(part('conditionsModule').conditions, 'conditions')[0] ?? null,
      phase: Math.max(...phases),
      detail: `${readText(part('identificationModule').briefTitle, 'briefTitle').slice(0, 230)}: primary completion, estimated`,
      url: `https://clinicaltrials.gov/study/${id}`,
    },
  ]
}
