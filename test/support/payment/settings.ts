// How payment suites are configured: one token on the local chain, and limits that no suite meets by accident.

import type { PaymentConfig, PaymentLimits } from '../../../api/payment/config.ts'
import { assets } from '../../../api/payment/terms/assets.ts'
import { payToAccount } from '../../../devnet/accounts.ts'

export const asset = assets['base-sepolia']
export const roomyLimits: PaymentLimits = {
  perIp: { burst: 10_000, perSecond: 10_000 },
  perPayer: { burst: 10_000, perSecond: 10_000 },
  inFlightPerPayer: 1_000,
}

export function testConfig(run: string, limits = roomyLimits): PaymentConfig {
  return {
    accepts: [{ asset, payTo: payToAccount.address }],
    run,
    serviceName: 'Tollgate test',
    maxTimeoutSeconds: 60,
    replaySeconds: 86_400,
    limits,
  }
}
