// The official facilitator's own schemes, over a chain and one key, wrapped as a facilitator of ours: what strangers' facilitators run.
import type { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { concatHex, encodeFunctionData, type Hex } from 'viem'
import { openEvmNodes } from '../../../api/payment/facilitator/evm-client.ts'
import { createFeeSource } from '../../../api/payment/facilitator/evm-fees.ts'
import {
  type Facilitator,
  facilitatorRequest,
  readSettlement,
  readSupported,
  readVerification,
} from '../../../api/payment/facilitator/port.ts'
import { readSettleKey } from '../../../api/payment/facilitator/settle-key.ts'
import { createTransactionSender } from '../../../api/payment/facilitator/transaction-sender.ts'
import type { CheckedPayment } from '../../../api/payment/proof/check.ts'

export function officialSigner(o: { chainId: number; rpcUrl: string; privateKey: Hex }) {
  const key = readSettleKey(o.privateKey)
  const nodes = openEvmNodes({ chainId: o.chainId, rpcUrls: [o.rpcUrl] })
  const reader = nodes.any
  const fees = createFeeSource(reader)
  // Many at once from one key, which the official client does not do.
  const send = createTransactionSender({ nodes, key, fees, chainId: o.chainId, pollingIntervalMs: 25, confirmForMs: 30_000 })
  return toFacilitatorEvmSigner({
    address: key.address,
    readContract: (args) => reader.readContract(args as never),
    verifyTypedData: (args) => reader.verifyTypedData(args as never),
    getCode: (args) => reader.getCode(args),
    async writeContract({ address, dataSuffix = '0x', ...args }) {
      const sent = await send({ to: address, data: concatHex([encodeFunctionData(args as never), dataSuffix]), gas: 300_000n })
      if (sent.kind === 'mined') return sent.transaction
      throw sent.error
    },
    sendTransaction: () => Promise.reject(new Error('no wallet factory is allowed')),
    waitForTransactionReceipt: (args) => reader.waitForTransactionReceipt({ ...args, pollingInterval: 25 }),
  })
}

export function wrapOfficialFacilitator(official: x402Facilitator): Facilitator {
  const argumentsOf = (payment: CheckedPayment): Parameters<x402Facilitator['verify']> => {
    const { paymentPayload, paymentRequirements } = facilitatorRequest(payment)
    return [paymentPayload as never, paymentRequirements as never]
  }
  return {
    supported: async () => readSupported(official.getSupported())!,
    verify: async (payment) => readVerification(await official.verify(...argumentsOf(payment)), payment),
    settle: async (payment) => readSettlement(await official.settle(...argumentsOf(payment)), payment),
    close: async () => undefined,
  }
}
