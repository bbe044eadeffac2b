// Polls the network's prices of each model, medians of a month of bids, with how many cards are free.
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { type GpuOffer, gpuOf, tidyOffers } from '../../shapes/gpu-offers.ts'
import { akashGpus } from './topic.ts'

export default defineIngestor<ValueOf<typeof akashGpus>, unknown>({
  source: 'akash-gpus',
  topic: akashGpus,
  schedule: '*/15 * * * *',
  grade: 'B',
  proof: 'captured 2026-09-28',
  fetch: ({ http, signal }) => http.json('https://console-api.akash.network/v1/gpu-prices', { signal }),
  parse(answer, at, setAside) {
    const told = readRow(answer, 'the answer')
    const all = readRow(told.availability, 'availability')
    const offers = readEach(readRows(told.models, 'models'), readModel, setAside)
    const available = { cards: readNumber(all.available, 'available'), of: readNumber(all.total, 'total') }
    return [{ at: at.toISOString(), provider: 'akash', tier: 'marketplace', offers: tidyOffers(offers), available }]
  },
})

function readModel(model: Row): GpuOffer[] {
  const price = model.price === null || model.price === undefined ? {} : readRow(model.price, 'price')
  const median = readNumberOrNull(price.med, 'med')
  const memory = /^(\d{1,4})Gi$/.exec(readText(model.ram, 'ram'))?.[1]
  const gpu = gpuOf(readText(model.model, 'model'), memory === undefined ? null : Number(memory))
  if (gpu === null || median === null || median <= 0) return []
  return [
    {
      gpu,
      instance: `${readText(model.model, 'model')} ${readText(model.ram, 'ram')} ${readText(model.interface, 'interface')}`,
      region: null,
      gpu_count: 1,
      spot: false,
      usd_per_gpu_hour: median,
    },
  ]
}
