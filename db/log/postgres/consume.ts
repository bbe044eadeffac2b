// Tails the Postgres log for one worker of a group: hold partitions by lease, hand out batches in order, hand back on shutdown.
import { setTimeout as wait } from 'node:timers/promises'
import { TollgateError } from '../../../base/errors.ts'
import { retryUntilAborted } from '../backoff.ts'
import { type ConsumeOptions, WentBack } from '../port.ts'
import type { Heads } from './heads.ts'
import { type Lease, nameOf, type Partition } from './lease.ts'
import { type PostgresLogContext, readHead, selectRecords } from './records.ts'

const rebalanceMs = 1_000
// A batch is one computation however large it is; what it may hold of memory is bounded by its text.
const defaultMaxRecords = 10_000
const mostBatchBytes = 4_000_000

interface Worker {
  readonly stop: AbortController
  readonly done: Promise<void>
}

export async function consumePartitions(context: PostgresLogContext, options: ConsumeOptions): Promise<void> {
  const { group, signal } = options
  const { holdings } = context
  holdings.set(group, null)
  try {
    await retryUntilAborted(signal, context.logger, `group ${group}`, async () => {
      const { heads, leases } = await context.tailing()
      const lease = await leases.join(group)
      await holdPartitions(context, options, heads, lease, leases.lost)
    })
  } finally {
    holdings.delete(group)
  }
}

async function holdPartitions(
  context: PostgresLogContext,
  options: ConsumeOptions,
  heads: Heads,
  lease: Lease,
  lost: AbortSignal,
) {
  const over = AbortSignal.any([options.signal, lost])
  const workers = new Map<string, Worker>()
  const all = options.topics.flatMap((topic) =>
    Array.from({ length: topic.partitions }, (_, partition) => ({ topic: topic.name, partition })),
  )
  const giveBack = async (partition: Partition): Promise<void> => {
    await stopWorker(workers, nameOf(partition))
    if (!lost.aborted) await lease.release(partition)
  }
  try {
    while (!over.aborted) {
      const { taken, surplus } = await lease.rebalance(all, new Set(workers.keys()))
      for (const partition of taken)
        workers.set(nameOf(partition), startWorker(context, options, heads, partition, { over, lost }))
      await Promise.all(surplus.map(giveBack))
      context.holdings.set(options.group, new Set(workers.keys()))
      await wait(rebalanceMs, undefined, { signal: over }).catch(() => undefined)
    }
  } finally {
    context.holdings.set(options.group, null)
    await Promise.all(all.filter((partition) => workers.has(nameOf(partition))).map(giveBack))
    if (!lost.aborted) await lease.leave()
  }
  if (lost.aborted && !options.signal.aborted)
    throw new TollgateError('log_unavailable', 'the lease connection was lost', { retryable: true })
}

function startWorker(
  context: PostgresLogContext,
  options: ConsumeOptions,
  heads: Heads,
  partition: Partition,
  { over, lost }: { readonly over: AbortSignal; readonly lost: AbortSignal },
): Worker {
  const stop = new AbortController()
  const signal = AbortSignal.any([over, stop.signal])
  const what = `${options.group} ${nameOf(partition)}`
  const done = retryUntilAborted(signal, context.logger, what, () => tail(context, options, heads, partition, { signal, lost }))
  return { stop, done }
}

async function stopWorker(workers: Map<string, Worker>, name: string): Promise<void> {
  const worker = workers.get(name)
  worker?.stop.abort()
  await worker?.done
  workers.delete(name)
}

async function tail(
  context: PostgresLogContext,
  options: ConsumeOptions,
  heads: Heads,
  at: Partition,
  { signal, lost }: { readonly signal: AbortSignal; readonly lost: AbortSignal },
): Promise<void> {
  const { topic, partition } = at
  const id = await context.topicId(topic)
  let next = (await options.from(topic, partition)) ?? 0n
  const most = { records: options.maxRecords ?? defaultMaxRecords, bytes: mostBatchBytes }
  const reader = context.shared.join(nameOf(at), next)
  try {
    while (!signal.aborted) {
      await heads.beyond(id, partition, next, signal)
      if (signal.aborted) return
      // Read before the records: a head read after them could name records the query did not see yet, and skip them.
      const highOffset = heads.highOffset(id, partition)
      const from = next
      const select = () => selectRecords(context.database, topic, id, partition, from, most)
      const records = await reader.read({ from, highOffset, most }, select)
      if (records.length > 0) await options.onBatch({ topic, partition, records, highOffset, lost })
      else {
        // Known of a server that is lost, perhaps: what comes there next is no gap, nor is what came since nothing was found.
        if ((await readHead(context.database, id, partition)) < highOffset) throw new WentBack(`${nameOf(at)} ends before it did`)
        if ((await select()).length > 0) continue
        await options.onGap?.(topic, partition, highOffset)
      }
      // Nothing between here and the head (retention, compaction): go on from the head, or this would ask for ever.
      next = records.length > 0 ? records.at(-1)!.offset + 1n : highOffset
    }
  } finally {
    reader.leave()
  }
}
