// What an hour of a GPU costs at a provider: whole cards only, one price a card, whatever the offer is sold as.
import Type, { type Static } from 'typebox'
import type { Origin } from '../../db/log/topic.ts'
import { orNull, snapshots } from './topics.ts'

export const gpuNames = [
  'h100',
  'h200',
  'b200',
  'b300',
  'gb200',
  'a100',
  'a100-40',
  'l40s',
  'rtx4090',
  'rtx5090',
  'rtx6000pro',
  'mi300x',
] as const
export type Gpu = (typeof gpuNames)[number]
export const gpuTiers = ['hyperscaler', 'neocloud', 'marketplace'] as const

const offer = Type.Object({
  gpu: Type.String({ enum: gpuNames }),
  instance: Type.String({ minLength: 1, maxLength: 80 }),
  region: orNull(Type.String()),
  gpu_count: Type.Integer({ minimum: 1, maximum: 256 }),
  spot: Type.Boolean(),
  usd_per_gpu_hour: Type.Number({ exclusiveMinimum: 0, maximum: 200 }),
})
export type GpuOffer = Static<typeof offer>

/** A provider's offers at one moment. */
export const gpuOffers = (name: `${string}.v${number}`, origin: Origin) =>
  snapshots(
    name,
    origin,
    {
      provider: Type.String({ minLength: 2 }),
      tier: Type.String({ enum: gpuTiers }),
      offers: Type.Array(offer),
      available: orNull(Type.Object({ cards: Type.Integer({ minimum: 0 }), of: Type.Integer({ minimum: 0 }) })),
    },
    { key: ({ provider }) => provider as string, keptDays: 400 },
  )

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/nvidia|geforce|amd|instinct|tesla/g, '')
    .replace(/[^a-z0-9]/g, '')

/** null: a card that is not followed. The memory tells an A100 of 40 from one of 80 gigabytes. */
export function gpuOf(name: string, memoryGb: number | null): Gpu | null {
  const text = plain(name)
  if (/^a100/.test(text))
    return text.includes('80') || (memoryGb !== null && memoryGb > 60)
      ? 'a100'
      : memoryGb === null && !text.includes('40')
        ? null
        : 'a100-40'
  if (/^gh200/.test(text)) return null
  const found: readonly (readonly [RegExp, Gpu])[] = [
    [/^gb200/, 'gb200'],
    [/^h100/, 'h100'],
    [/^h200/, 'h200'],
    [/^b200/, 'b200'],
    [/^b300/, 'b300'],
    [/^l40s/, 'l40s'],
    [/^rtx4090/, 'rtx4090'],
    [/^rtx5090/, 'rtx5090'],
    [/^rtx(pro6000|6000pro)/, 'rtx6000pro'],
    [/^mi300x/, 'mi300x'],
  ]
  return found.find(([form]) => form.test(text))?.[1] ?? null
}

/** Of offers that differ by nothing a buyer chooses by, the cheapest; in an order of their own. */
export function tidyOffers(offers: readonly GpuOffer[]): GpuOffer[] {
  const best = new Map<string, GpuOffer>()
  for (const one of offers) {
    const name = `${one.gpu} ${one.instance} ${one.region} ${one.gpu_count} ${one.spot}`
    const known = best.get(name)
    if (known === undefined || one.usd_per_gpu_hour < known.usd_per_gpu_hour) best.set(name, one)
  }
  return [...best].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
