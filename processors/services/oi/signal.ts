// Who is opening or closing positions behind the price.

export const flowLabels = ['new_longs', 'short_covering', 'new_shorts', 'long_unwind', 'flat'] as const
export type FlowLabel = (typeof flowLabels)[number]

export interface Components {
  readonly price_z: number | null
  readonly oi_z: number | null
  readonly funding_z: number | null
}

/** A price move with growing open interest counts more than one on closing positions, and less where the crowd already pays for it. */
export function flowScore({ price_z, oi_z, funding_z }: Components): number | null {
  if (price_z === null || oi_z === null) return null
  const weight = oi_z >= 0 ? 1 + 0.5 * Math.min(oi_z, 3) : Math.max(0.3, 1 + 0.35 * oi_z)
  const crowded = funding_z !== null && Math.abs(funding_z) > 2 && Math.sign(funding_z) === Math.sign(price_z)
  return 100 * Math.tanh(0.35 * price_z * weight) * (crowded ? 0.6 : 1) + 0
}

export function flowLabel({ price_z, oi_z }: Components): FlowLabel {
  if (price_z === null || oi_z === null || (Math.abs(price_z) < 0.5 && Math.abs(oi_z) < 0.5)) return 'flat'
  return price_z >= 0 ? (oi_z >= 0 ? 'new_longs' : 'short_covering') : oi_z >= 0 ? 'new_shorts' : 'long_unwind'
}
