// A facilitator in this process: the official scheme classes, over our own signers.
import { x402Facilitator } from '@x402/core/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator'
import type { EvmAsset } from './assets.ts'
import type { CheckedPayment } from './check.ts'
import { factsOf } from './check.ts'
import { type CallRecord, callRecord, createEvmSigner, type EvmSignerOptions } from './evm-signer.ts'
import { type Facilitator, facilitatorRequest, readSettlement, readSupported, readVerification } from './facilitator.ts'
import { paymentIn } from './paid-transfers.ts'

export type LocalEvm = Omit<EvmSignerOptions, 'chainId'> & { readonly asset: EvmAsset }

const retryAfterSeconds = 5

export function createLocalFacilitator(evm: readonly LocalEvm[]): Facilitator {
  const official = new x402Facilitator()
  for (const { asset, ...options } of evm) {
    const signer = createEvmSigner({ ...options, chainId: asset.chainId })
    official.register(asset.network, new ExactEvmScheme(signer))
    if (asset.legacyNetwork !== null) official.registerV1(asset.legacyNetwork as never, new ExactEvmSchemeV1(signer))
  }
  return wrapOfficialFacilitator(official)
}

/** Schemes for further networks may be registered before wrapping. */
export function wrapOfficialFacilitator(official: x402Facilitator): Facilitator {
  return {
    async supported() {
      return readSupported(official.getSupported())!
    },
    async verify(payment) {
      const { answer, record } = await recorded(() => official.verify(...argumentsOf(payment)))
      if (record.chainFailed) return { kind: 'unavailable', retryAfterSeconds }
      return readVerification(answer, payment)
    },
    async settle(payment) {
      const { answer, record } = await recorded(() => official.settle(...argumentsOf(payment)))
      if (answer === null) return { kind: 'unknown', transaction: record.transaction }
      const settlement = readSettlement(answer, payment)
      if (settlement.kind === 'settled') {
        // The receipt is at hand: it says whether the payment was made, and where.
        const paid = paymentIn(record.logs, factsOf(payment))
        return paid?.transaction === settlement.transaction ? { kind: 'settled', ...paid } : settlement
      }
      if (record.sent) {
        const transaction = record.transaction ?? (settlement.kind === 'refused' ? settlement.transaction : null)
        // A refusal after sending is only believed once the chain has confirmed the transaction's failure.
        return settlement.kind === 'refused' && transaction !== null && !record.chainFailed
          ? { ...settlement, transaction }
          : { kind: 'unknown', transaction }
      }
      return record.chainFailed ? { kind: 'unavailable', retryAfterSeconds } : settlement
    },
    close: () => Promise.resolve(),
  }
}

function argumentsOf(payment: CheckedPayment): Parameters<x402Facilitator['verify']> {
  const { paymentPayload, paymentRequirements } = facilitatorRequest(payment)
  return [paymentPayload as never, paymentRequirements as never]
}

async function recorded(action: () => Promise<unknown>): Promise<{ answer: unknown; record: CallRecord }> {
  const record: CallRecord = { chainFailed: false, sent: false, transaction: null, logs: [] }
  const answer = await callRecord.run(record, () =>
    action().catch(() => {
      record.chainFailed = true
      return null
    }),
  )
  return { answer, record }
}
