// Reads a service's topics again from the log into facts in memory, and computes its rows from them: at the end, or as they went.
import type { Log, LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Service } from '../kit/define.ts'
import { createFactStore, type FactStore } from './facts.ts'
import { computeKey } from './rows.ts'

export interface ReplayOptions {
  readonly log: Log
  readonly service: Service
  /** A row version is handed to `onVersion` for every change from then on. */
  readonly from: Date | null
  /** Only records appended before then are read. */
  readonly to: Date | null
  readonly computedAt: Date
  readonly signal?: AbortSignal
  onProgress?(records: number): void
  onVersion?(row: SignalRow): void
}

export interface Replayed {
  readonly records: number
  readonly dead: number
  readonly rows: readonly SignalRow[]
  /** Service keys whose formula failed, with why. */
  readonly failed: ReadonlyMap<string, string>
}

const chunk = 2_000

export async function countRecords({ log, service, to }: Pick<ReplayOptions, 'log' | 'service' | 'to'>): Promise<number> {
  let records = 0n
  for (const topic of service.reads) {
    const ends = await endOffsets(log, topic, to)
    for (const { partition, low } of await log.bounds(topic.name)) {
      const end = ends.get(partition) ?? low
      if (end > low) records += end - low
    }
  }
  return Number(records)
}

export async function replayService(options: ReplayOptions): Promise<Replayed> {
  const { log, service, from, to, signal } = options
  const store = createFactStore(service.label)
  const state: State = { store, options, touched: new Set(), rows: new Map(), failed: new Map(), dead: 0 }
  const later: { topic: Topic<any>; record: LogRecord }[] = []
  let records = 0
  for (const topic of service.reads) {
    let waiting: LogRecord[] = []
    for await (const record of log.read(topic, { to: await endOffsets(log, topic, to) }, signal)) {
      records++
      if (from !== null && record.appendedAt >= from) later.push({ topic, record })
      else waiting.push(record)
      if (waiting.length >= chunk) {
        applyAll(state, topic, waiting)
        waiting = []
      }
      if (records % chunk === 0) options.onProgress?.(records)
    }
    applyAll(state, topic, waiting)
  }
  options.onProgress?.(records)
  if (later.length > 0) stepThrough(state, later)
  computeTouched(state, options.computedAt)
  return { records, dead: state.dead, rows: [...state.rows.values()].sort(byName), failed: state.failed }
}

interface State {
  readonly store: FactStore
  readonly options: ReplayOptions
  readonly touched: Set<string>
  readonly rows: Map<string, SignalRow>
  readonly failed: Map<string, string>
  dead: number
}

function applyAll(state: State, topic: Topic<any>, records: readonly LogRecord[]): void {
  if (records.length === 0) return
  const { read, dead } = state.store.apply(topic, records)
  state.dead += dead.length
  for (const key of state.options.service.affected(read)) state.touched.add(key)
}

// Records appended in one second of one topic and partition are a step, as they were a batch or two of the runner.
function stepThrough(state: State, later: { topic: Topic<any>; record: LogRecord }[]): void {
  computeTouched(state, state.options.from!)
  later.sort(
    ({ record: a }, { record: b }) =>
      secondOf(a) - secondOf(b) ||
      (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : a.partition - b.partition) ||
      (a.offset < b.offset ? -1 : 1),
  )
  let at = 0
  while (at < later.length) {
    const { topic, record } = later[at]!
    const step: LogRecord[] = []
    const isOfStep = (one: LogRecord) =>
      one.topic === record.topic && one.partition === record.partition && secondOf(one) === secondOf(record)
    while (at < later.length && isOfStep(later[at]!.record)) step.push(later[at++]!.record)
    applyAll(state, topic, step)
    computeTouched(state, step.at(-1)!.appendedAt)
  }
}

const secondOf = (record: LogRecord): number => Math.floor(record.appendedAt.getTime() / 1_000)

function computeTouched(state: State, at: Date): void {
  for (const key of [...state.touched].sort()) {
    const computed = computeKey(state.store, state.options.service, key, at)
    if ('failed' in computed) {
      state.failed.set(key, computed.failed)
      continue
    }
    state.failed.delete(key)
    for (const row of computed.rows) keep(state, row)
  }
  state.touched.clear()
}

function keep(state: State, row: SignalRow): void {
  const name = `${row.route} ${row.key}`
  const before = state.rows.get(name)
  if (before !== undefined && before.body === row.body && before.meta === row.meta && before.inputsHash === row.inputsHash) return
  state.rows.set(name, row)
  const { from, onVersion } = state.options
  if (from !== null) onVersion?.(row)
}

async function endOffsets(log: Log, topic: Topic<any>, to: Date | null): Promise<Map<number, bigint>> {
  const bounds = await log.bounds(topic.name)
  const found = to === null ? new Map<number, bigint>() : await log.offsetsAt(topic.name, to)
  return new Map(bounds.map(({ partition, high }) => [partition, found.get(partition) ?? high]))
}

function byName(a: SignalRow, b: SignalRow): number {
  return a.route < b.route ? -1 : a.route > b.route ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}
