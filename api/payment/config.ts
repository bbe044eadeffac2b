// What an operator decides about payments; the program's configuration hands it over whole.
import type { Asset } from './terms/assets.ts'

export type PaymentConfig = {
  /** In the order callers see them; a token that only some routes take (USDG) is marked. */
  readonly accepts: readonly { readonly asset: Asset; readonly payTo: string; readonly optIn?: boolean }[]
  /** Names the ledger's run: empty in the live world, one per demo chain. */
  readonly run: string
  readonly serviceName: string
  readonly iconUrl?: string
  readonly maxTimeoutSeconds: number
  readonly replaySeconds: number
  readonly limits: PaymentLimits
}

export type PaymentLimits = {
  readonly perIp: RateLimit
  readonly perPayer: RateLimit
  readonly inFlightPerPayer: number
}

export type RateLimit = { readonly burst: number; readonly perSecond: number }

export const defaultPaymentLimits: PaymentLimits = {
  perIp: { burst: 200, perSecond: 50 },
  perPayer: { burst: 200, perSecond: 50 },
  inFlightPerPayer: 64,
}

export const defaultPaymentTimes = { maxTimeoutSeconds: 60, replaySeconds: 86_400 } as const
