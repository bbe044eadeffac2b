// Verifies and settles EIP-3009 payments on one chain with our own key: what is sent was simulated as it is sent, and paid for by who is trusted.
import { type Hex, parseAbi } from 'viem'
import { messageOf, reasonOf as whyFailed } from '../../../base/errors.ts'
import { paymentIn } from '../chain/paid-transfers.ts'
import { type CheckedPayment, factsOf } from '../proof/check.ts'
import { createPayerCodes, type PayerCodes } from '../proof/payer-codes.ts'
import type { Reason } from '../reasons.ts'
import type { EvmAsset } from '../terms/assets.ts'
import { openEvmNodes } from './evm-client.ts'
import { createFeeSource } from './evm-fees.ts'
import { createSimulation, type Simulation } from './evm-simulation.ts'
import { type Blocked, createPayerStanding, type Turn } from './payer-standing.ts'
import type { Settlement, Verification } from './port.ts'
import { readSettleKey } from './settle-key.ts'
import { createTransactionSender } from './transaction-sender.ts'
import { type TransferCall, transferCallOf } from './transfer-call.ts'
import { knownWalletFactories } from './wallet-factories.ts'

export type EvmSettlerOptions = {
  readonly asset: EvmAsset
  /** First choice first. */
  readonly rpcUrls: readonly string[]
  readonly privateKey: Hex
  /** Where others ask the same of this chain. */
  readonly codes?: PayerCodes
  readonly pollingIntervalMs?: number
  readonly confirmationTimeoutMs?: number
  /** The most that one settlement may use. */
  readonly gasLimit?: number
  /** What reverted settlements of contract wallets that never paid may use in an hour. */
  readonly lostGasPerHour?: number
  /** For tests of what takes hours. */
  readonly now?: () => number
  /** Allowed besides those known to this program. */
  readonly walletFactories?: readonly string[]
  /** The chain will not have this key's transactions, mostly because it has no gas. */
  readonly onRefused?: (refusal: { address: Hex; reason: string }) => void
}

export type KeyBalance = { readonly address: Hex; readonly wei: bigint; readonly settlements: number }

export interface EvmSettler {
  readonly address: Hex
  verify(payment: CheckedPayment): Promise<Verification>
  settle(payment: CheckedPayment): Promise<Settlement>
  /** How much gas the key has, and for how many settlements that is enough at the price of the moment. */
  balance(): Promise<KeyBalance>
}

export const usualGasLimit = 600_000
export const usualLostGasPerHour = 3_000_000

const retryAfterSeconds = 5
const unavailable = { kind: 'unavailable', retryAfterSeconds } as const
// A block may come late: what has less time left than this could be refused by the token.
const settleMarginSeconds = 6
// A payment found good this lately is sent without being simulated again, where only plain keys are concerned.
const goodForMs = 10_000
const mostFoundGood = 10_000
const gasOfOneSettlement = 100_000n

const tokenAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])

type Plan = { readonly call: TransferCall; readonly hasCode: boolean }

export function createEvmSettler(options: EvmSettlerOptions): EvmSettler {
  const { asset, rpcUrls, pollingIntervalMs = 1_000, confirmationTimeoutMs = 30_000, onRefused } = options
  const { gasLimit = usualGasLimit, lostGasPerHour = usualLostGasPerHour, walletFactories = [] } = options
  const key = readSettleKey(options.privateKey)
  const nodes = openEvmNodes({ chainId: asset.chainId, rpcUrls })
  const client = nodes.any
  const fees = createFeeSource(client)
  const simulate = createSimulation({ client, from: key.address, fees, mostGas: gasLimit })
  const standing = createPayerStanding({ lostGasPerHour, ...(options.now ? { now: options.now } : {}) })
  const codes = options.codes ?? createPayerCodes({ clients: new Map([[asset.network, client]]) })
  const factories = new Set([...knownWalletFactories, ...walletFactories].map((factory) => factory.toLowerCase()))
  const foundGood = new Map<string, { readonly gas: number; readonly at: number }>()
  const send = createTransactionSender({
    ...{ nodes, key, fees, chainId: asset.chainId, pollingIntervalMs },
    confirmForMs: confirmationTimeoutMs,
  })

  /** What would be sent, or why nothing is. */
  async function planOf(payment: CheckedPayment): Promise<Plan | Reason> {
    if (payment.validBefore.getTime() < Date.now() + settleMarginSeconds * 1_000)
      return 'invalid_exact_evm_payload_authorization_valid_before'
    const hasCode = await codes.hasCode(asset.network, payment.payer)!
    const call = transferCallOf(payment, hasCode)
    if (call === null || (call.factory !== null && !factories.has(call.factory))) return 'invalid_exact_evm_payload_signature'
    return { call, hasCode: hasCode || call.factory !== null }
  }

  async function reasonOf(payment: CheckedPayment, said = ''): Promise<Reason> {
    const { payer, nonce, offer } = payment
    const token = { address: asset.address, abi: tokenAbi }
    const [isUsed, balance] = await Promise.all([
      client.readContract({ ...token, functionName: 'authorizationState', args: [payer as Hex, nonce as Hex] }),
      client.readContract({ ...token, functionName: 'balanceOf', args: [payer as Hex] }),
    ])
    if (isUsed) return 'payment_already_used'
    if (balance < offer.amount) return 'insufficient_funds'
    // Two calls at once do not tell why the second failed; of a wallet that was just made it is what nothing else explains.
    return /signature|multicall/i.test(said) ? 'invalid_exact_evm_payload_signature' : 'invalid_transaction_state'
  }

  /** Null where it succeeds. */
  async function problemOf(payment: CheckedPayment, simulation: Simulation): Promise<Reason | typeof unavailable | null> {
    if (simulation.kind === 'succeeds') return null
    if (simulation.kind === 'reverts') return reasonOf(payment, simulation.said)
    if (simulation.kind === 'key-is-empty') onRefused?.({ address: key.address, reason: simulation.said })
    return unavailable
  }

  async function verify(payment: CheckedPayment): Promise<Verification> {
    const block = standing.blockOf(payment.payer)
    if (block !== null) return verificationOf(block)
    const plan = await planOf(payment)
    if (typeof plan === 'string') return { kind: 'invalid', reason: plan }
    const simulation = await simulate(plan.call, plan.hasCode)
    const problem = await problemOf(payment, simulation)
    if (typeof problem === 'string') return { kind: 'invalid', reason: problem }
    if (problem !== null) return problem
    foundGood.set(keyOf(payment), { gas: (simulation as { gas: number }).gas, at: performance.now() })
    if (foundGood.size > mostFoundGood) foundGood.delete(foundGood.keys().next().value!)
    return { kind: 'valid' }
  }

  /** With what limit it may be sent. */
  async function gasFor(payment: CheckedPayment, { call, hasCode }: Plan): Promise<number | Reason | typeof unavailable> {
    const good = foundGood.get(keyOf(payment))
    foundGood.delete(keyOf(payment))
    if (good !== undefined && !hasCode && performance.now() - good.at < goodForMs) return good.gas
    const simulation = await simulate(call, hasCode)
    return (await problemOf(payment, simulation)) ?? (simulation as { gas: number }).gas
  }

  async function settle(payment: CheckedPayment): Promise<Settlement> {
    const plan = await planOf(payment)
    if (typeof plan === 'string') return { kind: 'refused', reason: plan, transaction: null }
    const turn = await standing.enter(payment.payer, { hasCode: plan.hasCode, gas: gasLimit })
    if (turn.kind === 'blocked') return { kind: 'unavailable', retryAfterSeconds: turn.seconds, isPayersOwn: true }
    try {
      const gas = await gasFor(payment, plan)
      if (typeof gas === 'string') return { kind: 'refused', reason: gas, transaction: null }
      return typeof gas === 'number' ? await sendAndSee(payment, plan.call, gas, turn) : gas
    } finally {
      turn.end('unsent')
    }
  }

  async function sendAndSee(
    payment: CheckedPayment,
    { to, data, factory }: TransferCall,
    gas: number,
    turn: Turn,
  ): Promise<Settlement> {
    const sent = await send({ to, data, gas: BigInt(gas) })
    if (sent.kind === 'refused') {
      onRefused?.({ address: key.address, reason: messageOf(sent.error) })
      return unavailable
    }
    if (sent.kind === 'unknown') {
      turn.end('unknown')
      return { kind: 'unknown', transaction: sent.transaction, why: whyFailed(sent.error) }
    }
    const { receipt, transaction } = sent
    if (receipt.status === 'success') {
      // To make it once more would fail, and cost all that may be spent.
      if (factory !== null) codes.made(asset.network, payment.payer)
      const paid = paymentIn(receipt.logs, factsOf(payment))
      turn.end(paid === null ? 'unknown' : 'paid')
      return paid === null ? { kind: 'unknown', transaction, isPayersOwn: true } : { kind: 'settled', ...paid }
    }
    const reason = await reasonOf(payment).catch(() => null)
    // Somebody else may have sent it in before us: that is not the payer's doing.
    turn.end({ revertedGas: Number(receipt.gasUsed), isPayersDoing: reason !== null && reason !== 'payment_already_used' })
    return { kind: 'refused', reason: 'settle_failed', transaction }
  }

  return {
    address: key.address,
    verify: (payment) => verify(payment).catch(() => unavailable),
    settle: (payment) => settle(payment).catch(() => unavailable),
    async balance() {
      const [wei, { maxFeePerGas }] = await Promise.all([client.getBalance({ address: key.address }), fees.now()])
      return { address: key.address, wei, settlements: Number(wei / (maxFeePerGas * gasOfOneSettlement)) }
    },
  }
}

function verificationOf({ seconds, isRefused }: Blocked): Verification {
  return isRefused
    ? { kind: 'invalid', reason: 'settle_failed' }
    : { kind: 'unavailable', retryAfterSeconds: seconds, isPayersOwn: true }
}

function keyOf({ payer, nonce }: CheckedPayment): string {
  return `${payer} ${nonce}`
}
