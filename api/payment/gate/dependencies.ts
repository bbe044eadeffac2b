// What the gate and the claim are given.
import type { Clock } from '../../../base/clock.ts'
import type { UsedSignIns } from '../../../db/payments/used-sign-ins.ts'
import type { PaymentConfig } from '../config.ts'
import type { PayerCodes } from '../proof/payer-codes.ts'
import type { SignatureChecks } from '../proof/signature-checks.ts'
import type { SvmReader } from '../proof/svm.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import type { SettlingDeps } from './settling.ts'

export type GateDeps = SettlingDeps & {
  readonly config: PaymentConfig
  readonly clock: Clock
  readonly svm: SvmReader | null
  readonly signatures: SignatureChecks
  /** Which payers are contracts; without it only the facilitator can judge what no key has signed. */
  readonly codes?: PayerCodes | undefined
  readonly deferred: DeferredWrites
  readonly usedSignIns: UsedSignIns
  /** The facilitator's own addresses, in lower case. */
  readonly signers: ReadonlySet<string>
}
