// Written by us in the network's shape: one model without a price, prices in dollars.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const models = [
  ['h100', '80Gi', 'SXM5', 2.2],
  ['a100', '80Gi', 'SXM4', 1.35],
  ['a100', '40Gi', 'PCIe', 0.9],
  ['rtx4090', '24Gi', 'PCIe', 0.42],
  ['t4', '16Gi', 'PCIe', 0.12],
] as const

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'console-api.akash.network' || url.pathname !== '/v1/gpu-prices') return null
    const rows = models.map(([model, ram, interface_, usual], i) => {
      const med = Number(level(`akash/${model}${ram}`, dayNumber(now), usual, usual / 10).toFixed(2))
      const price =
        i === 4
          ? null
          : {
              currency: 'USD',
              min: Number((med * 0.8).toFixed(2)),
              max: Number((med * 1.3).toFixed(2)),
              avg: med,
              weightedAverage: med,
              med,
            }
      return {
        vendor: 'nvidia',
        model,
        ram,
        interface: interface_,
        availability: { total: 40, available: 12 - i },
        providerAvailability: { total: 4, available: 2 },
        price,
      }
    })
    return { type: 'application/json', body: JSON.stringify({ availability: { total: 240, available: 88 }, models: rows }) }
  },
})
