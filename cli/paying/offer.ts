// What a challenge asks for, believed no further than our own list of tokens: a stranger may name any token, digits, amount and time.
import { type Asset, assets, type EvmAsset } from '../../api/payment/terms/assets.ts'
import { fromAtomic, toAtomic, type Usd } from '../../api/payment/terms/money.ts'
import { plain } from '../plain.ts'

export interface Offer {
  /** As it was offered, to be sent back with the payment. */
  readonly accepted: Readonly<Record<string, unknown>>
  /** The same for the signature, which holds for an hour at most. */
  readonly toSign: Readonly<Record<string, unknown>>
  readonly network: string
  readonly amount: bigint
  readonly decimals: number
  readonly price: Usd
}

const mostSeconds = 3_600
const known: EvmAsset[] = Object.values<Asset>(assets).filter((asset) => asset.family === 'evm')

/** The first of a list that can be paid here; null where none can. */
export function findOffer(accepts: unknown): Offer | null {
  for (const one of Array.isArray(accepts) ? accepts : []) {
    const offer = typeof one === 'object' && one !== null ? readOffer(one as Record<string, unknown>) : null
    if (offer !== null) return offer
  }
  return null
}

function readOffer(accepted: Readonly<Record<string, unknown>>): Offer | null {
  const { scheme, network, asset, amount = accepted.maxAmountRequired, maxTimeoutSeconds } = accepted
  if (scheme !== 'exact' || typeof network !== 'string' || typeof asset !== 'string') return null
  const token = known.find(
    (one) => (one.network === network || one.legacyNetwork === network) && one.address.toLowerCase() === asset.toLowerCase(),
  )
  if (token === undefined || typeof amount !== 'string' || !/^[1-9]\d{0,29}$/.test(amount)) return null
  if (typeof maxTimeoutSeconds !== 'number' || !(maxTimeoutSeconds > 0)) return null
  const toSign = { ...accepted, maxTimeoutSeconds: Math.min(maxTimeoutSeconds, mostSeconds) }
  const { decimals } = token
  return { accepted, toSign, network, amount: BigInt(amount), decimals, price: fromAtomic(BigInt(amount), decimals) }
}

/** What is asked for, in few words, where nothing of it can be paid. */
export function asked(accepts: unknown): string {
  const named = (Array.isArray(accepts) ? accepts : []).map((one) => {
    const { scheme, network, asset, amount, maxAmountRequired } = (one ?? {}) as Record<string, unknown>
    return [amount ?? maxAmountRequired, asset, network, scheme].map((word) => plain(String(word).slice(0, 60))).join(' ')
  })
  return named.slice(0, 5).join('; ') || 'nothing'
}

export const isDearer = ({ amount, decimals }: Offer, most: Usd): boolean => amount > toAtomic(most, decimals)
