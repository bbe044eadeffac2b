// Prints a row version and the records it came from.

import type { Log, LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { HistoryRow } from '../../db/rows/row-version.ts'
import { discoverJobs } from '../../processors/jobs/index.ts'
import { type Evidence, provenanceOfRow, recordName } from '../../processors/replay/explain.ts'
import type { CommandContext } from '../command.ts'
import { nameIn } from './asked.ts'

const shownAtEachEnd = 3

/** What a job's row came from is the one record that asked for it. */
export async function gatherRequest(log: Log, row: HistoryRow): Promise<Evidence> {
  const topics = new Map<string, Topic<any>>((await discoverJobs()).map((job) => [job.topic.name, job.topic]))
  const records = new Map<string, LogRecord>()
  for (const { topic: name, partition, offset } of provenanceOfRow(row)) {
    const topic = topics.get(name)
    if (topic === undefined) continue
    const bounds = await log.bounds(name)
    const from = new Map(bounds.map((bound) => [bound.partition, bound.partition === partition ? BigInt(offset) : bound.high]))
    const to = new Map([[partition, BigInt(offset) + 1n]])
    for await (const record of log.read(topic, { from, to })) records.set(recordName(record), record)
  }
  return { computedKey: row.key, facts: [], isComplete: records.size > 0, records, compactedAway: [] }
}

export function printEvidence(context: CommandContext, row: HistoryRow, evidence: Evidence): void {
  const records = [...evidence.records.values()].sort(
    (a, b) => (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : a.partition - b.partition) || Number(a.offset - b.offset),
  )
  const inputs = provenanceOfRow(row)
  const summary = {
    row: row.id,
    service: row.service,
    route: row.route,
    key: row.key,
    formula: row.formula,
    observed_at: row.observedAt,
    computed_at: row.computedAt,
    inputs_hash: row.inputsHash,
    inputs,
    facts_found: records.length,
    is_complete: evidence.isComplete,
    compacted_away: evidence.compactedAway,
  }
  if (context.flags.json) {
    context.print(JSON.stringify({ ...summary, body: JSON.parse(row.body), meta: JSON.parse(row.meta) }))
    for (const record of records) context.print(JSON.stringify({ record: shown(record) }))
    return
  }
  const name = nameIn(JSON.parse(row.body), row.key)
  context.print(
    `row ${row.id}  ${row.service}${row.route}  ${row.key}${name === null ? '' : ` (${name})`}  formula ${row.formula}`,
  )
  context.print(`observed ${row.observedAt.toISOString()}  computed ${row.computedAt.toISOString()}`)
  context.print(JSON.stringify(JSON.parse(row.body), null, 2))
  for (const { topic, partition, offset, facts } of inputs) {
    const own = records.filter((record) => record.topic === topic && record.partition === partition)
    context.print(`\n${topic}/${partition}: ${facts} fact(s) up to offset ${offset}; ${own.length} found in the log`)
    printRecords(context, own)
  }
  if (!evidence.isComplete) context.print(`\n${reasonOf(evidence)}`)
}

function printRecords(context: CommandContext, records: readonly LogRecord[]): void {
  const isLong = records.length > 2 * shownAtEachEnd + 1 && !context.flags.all
  const line = (record: LogRecord) =>
    context.print(`  @${record.offset}  ${record.appendedAt.toISOString()}  ${record.key}  ${record.value}`)
  for (const record of isLong ? records.slice(0, shownAtEachEnd) : records) line(record)
  if (!isLong) return
  context.print(`  … ${records.length - 2 * shownAtEachEnd} more; --all shows them`)
  for (const record of records.slice(-shownAtEachEnd)) line(record)
}

function shown({ topic, partition, offset, appendedAt, key, value }: LogRecord) {
  return { topic, partition, offset: offset.toString(), time: appendedAt.toISOString(), key, payload: value }
}

/** Why not all facts of a row are there. */
export function reasonOf({ compactedAway }: Pick<Evidence, 'compactedAway'>): string {
  if (compactedAway.length === 0) return 'The log no longer holds every one of these facts: its retention may have passed them.'
  const places = compactedAway.map(({ topic, partition, facts }) => `${facts} of ${topic}/${partition}`).join(', ')
  return `Facts have been compacted away: ${places}. A newer record of their key replaced them, and replaced records stay for COMPACT_AFTER_DAYS only.`
}
