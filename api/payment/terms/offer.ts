// One way to pay for one route: a token, an amount and a recipient, written in each dialect.

import type { PaymentConfig } from '../config.ts'
import { domainSeparator } from '../proof/typed-data.ts'
import type { Asset } from './assets.ts'
import { metaQuery } from './extensions.ts'
import { fromAtomic, inDollars, toAtomic } from './money.ts'
import { defaultRouteTimeoutSeconds, type PaidRoute } from './route.ts'
import type { Supported, SupportedKind } from './supported.ts'

export type Offer = {
  readonly asset: Asset
  readonly payTo: string
  readonly amount: bigint
  readonly maxTimeoutSeconds: number
  readonly feePayer: string | null
  /** The dialects the facilitator takes this payment in; both as long as it has not said. */
  readonly spoken: readonly (1 | 2)[]
  /** The token's EIP-712 domain separator, in hex. */
  readonly separator: string | null
  /** The v2 `accepts` entry, and what a v2 payment is verified against. */
  readonly requirements: Readonly<Record<string, unknown>>
}

const slackSeconds = 20
// Whoever is told after a whole wait to come back brings the same payment, which must still last for another.
const waits = 2

// Solana cannot be offered before the facilitator has named its fee payer; other tokens are, unless it is known not to take them.
export function buildOffers(route: PaidRoute, config: PaymentConfig, supported: Supported | null): Offer[] {
  const timeout = waits * (route.timeoutSeconds ?? defaultRouteTimeoutSeconds) + slackSeconds
  const maxTimeoutSeconds = Math.max(config.maxTimeoutSeconds, timeout)
  const wanted = config.accepts.filter(({ asset, optIn }) => {
    if (asset.family === 'svm' && feePayerOf(supported, asset) === null) return false
    if (spokenFor(supported, asset).length === 0) return false
    return optIn !== true || route.usdg === true
  })
  return wanted.map(({ asset, payTo }) => {
    const amount = toAtomic(route.price, asset.decimals)
    const feePayer = feePayerOf(supported, asset)
    const spoken = spokenFor(supported, asset)
    const readable = { symbol: asset.symbol, decimals: asset.decimals, price: inDollars(fromAtomic(amount, asset.decimals)) }
    const extra = asset.family === 'evm' ? { ...asset.domain, ...readable } : { feePayer, ...readable }
    const requirements = {
      scheme: 'exact',
      network: asset.network,
      amount: amount.toString(),
      asset: asset.address,
      payTo,
      maxTimeoutSeconds,
      extra,
    }
    const separator = asset.family === 'evm' ? domainSeparator(asset).toString('hex') : null
    return { asset, payTo, amount, maxTimeoutSeconds, feePayer, spoken, separator, requirements }
  })
}

function kindsOf(supported: Supported, { network, legacyNetwork }: Asset): SupportedKind[] {
  return supported.kinds.filter((kind) => kind.network === (kind.version === 1 ? legacyNetwork : network))
}

function feePayerOf(supported: Supported | null, asset: Asset): string | null {
  if (supported === null) return null
  return kindsOf(supported, asset).find(({ feePayer }) => feePayer !== null)?.feePayer ?? null
}

function spokenFor(supported: Supported | null, asset: Asset): (1 | 2)[] {
  if (supported === null) return [1, 2]
  const versions = kindsOf(supported, asset).map(({ version }) => version)
  return ([1, 2] as const).filter((version) => versions.includes(version))
}

/** The same offer as a v1 `accepts` entry; null where v1 has no name for the network. */
export function legacyRequirements(offer: Offer, route: PaidRoute, resource: string): Readonly<Record<string, unknown>> | null {
  if (offer.asset.legacyNetwork === null) return null
  const { amount, asset, payTo, maxTimeoutSeconds, extra } = offer.requirements
  return {
    scheme: 'exact',
    network: offer.asset.legacyNetwork,
    maxAmountRequired: amount,
    asset,
    payTo,
    resource,
    description: route.summary,
    mimeType: 'application/json',
    outputSchema: { input: { type: 'http', method: route.method, queryParams: metaQuery }, output: {} },
    maxTimeoutSeconds,
    extra,
  }
}
