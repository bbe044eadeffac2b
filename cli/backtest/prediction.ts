// What the cascade service would have sold for the facts of a log, computed by the service itself.
import { shapeRow } from '../../api/routes.ts'
import { TollgateError } from '../../base/errors.ts'
import type { Log, LogRecord } from '../../db/log/port.ts'
import { discoverServices } from '../../processors/index.ts'
import { createFactStore } from '../../processors/replay/facts.ts'
import { computeKey } from '../../processors/replay/rows.ts'

const batch = 1_000

export async function predict(log: Log, chainId: number, asked: { token: string; dropPct: number }): Promise<object> {
  const service = (await discoverServices()).find((one) => one.label === 'cascade')!
  const route = service.routes.find((one) => one.path === '/cascade')!
  await log.ensure(service.reads)
  const store = createFactStore('backtest')
  for (const topic of service.reads) {
    let records: LogRecord[] = []
    for await (const record of log.read(topic, {})) {
      records.push(record)
      if (records.length < batch) continue
      store.apply(topic, records)
      records = []
    }
    store.apply(topic, records)
  }
  const computed = computeKey(store, service, String(chainId), new Date())
  if ('failed' in computed) throw new TollgateError('not_enough_data', computed.failed)
  const keys = computed.rows.filter((row) => row.route === route.path).map((row) => row.key)
  const read = route.readAmong!({ token: asked.token, drop_pct: String(asked.dropPct), chain_id: String(chainId) }, keys)
  if ('refused' in read) throw new TollgateError('input_unusable', JSON.stringify(read.refused))
  const row = computed.rows.find((one) => one.route === route.path && one.key === route.key(read.input))!
  const shaped = shapeRow({ ...row, id: 0 }, route, read.input as Record<string, unknown>, row.observedAt)
  return { ...JSON.parse(shaped.body), meta: JSON.parse(row.meta) }
}
