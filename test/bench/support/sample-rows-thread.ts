// The rows that a service makes of its samples, made in a thread that ends: a server that sells rows holds no samples.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { computeFromSamples } from '../../../cli/signal/sample-rows.ts'
import type { SignalRow } from '../../../db/rows/signals.ts'
import { discoverServices } from '../../../processors/index.ts'

export async function sampleRowsOf(label: string): Promise<readonly SignalRow[]> {
  const thread = new Worker(new URL(import.meta.url), { workerData: label })
  const [rows] = await once(thread, 'message')
  return rows
}

if (!isMainThread) {
  const service = (await discoverServices()).find(({ label }) => label === workerData)!
  parentPort!.postMessage((await computeFromSamples(service, service.routes[0]!, {})).rows)
}
