// Every number the program exposes to Prometheus, declared in one place.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { exposeLongestTurn } from './longest-turn.ts'
import type { RunnerEvents } from './runner-events.ts'

export interface StreamEvents {
  connections(open: number): void
  update(isPaid: boolean): void
  ended(reason: string): void
}

export interface Metrics {
  readonly registry: Registry
  /** What is nobody else's business, such as income: only on a port of its own. */
  readonly internal: Registry
  readonly runner: RunnerEvents
  readonly stream: StreamEvents
  request(done: { route: string; status: number; seconds: number }): void
  /** Of every group and partition at once; null while nobody can tell. */
  lag(measured: readonly MeasuredLag[] | null): void
  sourceAge(source: string, seconds: number, failuresInARow: number): void
  /** Entries of the newest poll that could not be read. */
  setAside(source: string, entries: number): void
  /** Series that have not moved for twice as long as they should. */
  lateSeries(source: string, series: number): void
  chain(source: string, detail: ChainDetail): void
  /** How far this machine's clock is ahead of the database's. */
  clockAhead(seconds: number): void
}

export interface MeasuredLag {
  readonly group: string
  readonly topic: string
  readonly partition: number
  readonly lag: number
}

/** How far a chain is read for a source, and by what the sums over all that is tracked miss the chain's own totals. */
export interface ChainDetail {
  readonly block: number
  readonly head: number
  /** Null while the chain cannot be asked. */
  readonly lag_blocks: number | null
  readonly due: number
  readonly differences: Readonly<Record<string, string>>
}

const fast = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tollgate_' })
  exposeLongestTurn(registry)
  const registers = [registry]
  const internal = new Registry()
  const lag = new Gauge({
    name: 'tollgate_lag_records',
    help: 'Records not yet applied: the log’s end less the stored offset, the same whoever tells it',
    labelNames: ['group', 'topic', 'partition'],
    registers,
  })
  const batches = new Histogram({
    name: 'tollgate_batch_seconds',
    help: 'Duration of one batch',
    labelNames: ['group'],
    buckets: fast,
    registers,
  })
  const records = new Counter({ name: 'tollgate_records_total', help: 'Records applied', labelNames: ['group'], registers })
  const rows = new Counter({ name: 'tollgate_rows_written_total', help: 'Answer rows written', labelNames: ['group'], registers })
  const dead = new Counter({
    name: 'tollgate_dead_letters_total',
    help: 'Records set aside as dead letters',
    labelNames: ['group'],
    registers,
  })
  const requests = new Histogram({
    name: 'tollgate_request_seconds',
    help: 'Duration of one request',
    labelNames: ['route', 'status'],
    buckets: fast,
    registers,
  })
  const age = new Gauge({
    name: 'tollgate_source_age_seconds',
    help: 'Time since the last successful poll',
    labelNames: ['source'],
    registers,
  })
  const failures = new Gauge({
    name: 'tollgate_source_failures_in_a_row',
    help: 'Failed polls since the last good one',
    labelNames: ['source'],
    registers,
  })
  const aside = new Gauge({
    name: 'tollgate_source_set_aside',
    help: 'Entries of the newest poll that could not be read and were left out',
    labelNames: ['source'],
    registers,
  })
  const late = new Gauge({
    name: 'tollgate_source_late_series',
    help: 'Series whose newest time has not moved for twice as long as it should',
    labelNames: ['source'],
    registers,
  })
  const chainGauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['source'], registers })
  const head = chainGauge('tollgate_chain_head_block', "The chain's newest block when it was last looked for")
  const chainLag = chainGauge('tollgate_chain_lag_blocks', 'Blocks that are not read yet')
  const due = chainGauge('tollgate_chain_unread', 'Accounts, reserves and markets still to be read')
  const differing = chainGauge('tollgate_chain_differences', 'Totals of the chain that what is tracked does not add up to')
  const clock = new Gauge({
    name: 'tollgate_clock_ahead_seconds',
    help: "How far this machine's clock is ahead of the database's, for certain",
    registers,
  })
  const streams = new Gauge({ name: 'tollgate_stream_connections', help: 'Open stream connections', registers })
  const updates = new Counter({
    name: 'tollgate_stream_updates_total',
    help: 'Updates sent on streams',
    labelNames: ['paid'],
    registers,
  })
  const ended = new Counter({
    name: 'tollgate_stream_ended_total',
    help: 'Stream connections ended by us',
    labelNames: ['reason'],
    registers,
  })
  return {
    registry,
    internal,
    stream: {
      connections: (open) => streams.set(open),
      update: (isPaid) => updates.inc({ paid: String(isPaid) }),
      ended: (reason) => ended.inc({ reason }),
    },
    runner: {
      batch(done) {
        batches.observe({ group: done.group }, done.durationMs / 1_000)
        records.inc({ group: done.group }, done.records)
        rows.inc({ group: done.group }, done.rows)
        dead.inc({ group: done.group }, done.dead)
      },
    },
    request: (done) => requests.observe({ route: done.route, status: String(done.status) }, done.seconds),
    lag(measured) {
      // What is not behind is told too: nobody can scale on a series that comes and goes. What is not known is not told.
      lag.reset()
      for (const { group, topic, partition, lag: left } of measured ?? [])
        lag.set({ group, topic, partition: String(partition) }, left)
    },
    sourceAge(source, seconds, inARow) {
      age.set({ source }, seconds)
      failures.set({ source }, inARow)
    },
    setAside: (source, entries) => aside.set({ source }, entries),
    lateSeries: (source, series) => late.set({ source }, series),
    clockAhead: (seconds) => clock.set(seconds),
    chain(source, detail) {
      head.set({ source }, detail.head)
      // A gauge that keeps its last value would say that all is read.
      if (detail.lag_blocks === null) chainLag.remove({ source })
      else chainLag.set({ source }, detail.lag_blocks)
      due.set({ source }, detail.due)
      differing.set({ source }, Object.keys(detail.differences).length)
    },
  }
}

/** A gauge that is read anew for every scrape. Where that fails, as without a database, the other metrics are still worth scraping. */
export function exposeReadings<T, L extends string>(
  registry: Registry,
  gauge: { readonly name: string; readonly help: string; readonly labelNames: readonly L[] },
  read: () => Promise<readonly T[]>,
  seriesOf: (reading: T) => { readonly labels: Record<L, string>; readonly value: number },
): void {
  new Gauge({
    ...gauge,
    registers: [registry],
    async collect() {
      const readings = (await read().catch(() => null)) ?? []
      this.reset()
      for (const reading of readings) {
        const { labels, value } = seriesOf(reading)
        this.set(labels, value)
      }
    },
  })
}
