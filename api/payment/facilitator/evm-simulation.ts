// Runs a settlement on a node exactly as it would be sent: by our address, at a real price of gas, with the limit it will have.
import { BaseError, type Hex, hexToNumber, numberToHex, type PublicClient } from 'viem'
import type { FeeSource } from './evm-fees.ts'
import { isOutage } from './transaction-offer.ts'
import type { TransferCall } from './transfer-call.ts'

export type Simulation =
  | { readonly kind: 'succeeds'; readonly gas: number }
  | { readonly kind: 'reverts'; readonly said: string }
  /** Whatever the payer does: our key has too little gas. */
  | { readonly kind: 'key-is-empty'; readonly said: string }
  | { readonly kind: 'unavailable' }

export type Simulate = (call: TransferCall, hasCode: boolean) => Promise<Simulation>

// Enough for any token's transfer between plain addresses; a fixed limit saves a request.
const plainGas = 300_000
// A wallet may need a little more in the next block than in this one; all above is what it could burn.
const roomOf = (estimate: number) => Math.ceil(estimate * 1.25) + 5_000

const isEmptyKey = /insufficient funds|insufficientfunds|out of funds|lack of funds/i
// What a node says of a limit that was too low for the call; or of one that it has lowered to what the key can pay.
const allowance = /exceeds allowance \((\d+)\)/i
const isRevert = /revert|out of ?gas|invalid opcode|stack (over|under)flow|evm error|always failing/i

export function createSimulation(o: { client: PublicClient; from: Hex; fees: FeeSource; mostGas: number }): Simulate {
  const { client, from, fees, mostGas } = o

  async function run({ to, data, factory }: TransferCall, hasCode: boolean): Promise<Simulation> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await fees.now()
    const prices = { maxFeePerGas: numberToHex(maxFeePerGas), maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas) }
    const withGas = (gas: number) => ({ from, to, data, gas: numberToHex(gas), ...prices })
    let gas = Math.min(plainGas, mostGas)
    if (hasCode || factory !== null) {
      const estimate = await client.request({ method: 'eth_estimateGas', params: [withGas(mostGas), 'latest'] })
      gas = Math.min(mostGas, roomOf(hexToNumber(estimate)))
    }
    const answer = await client.request({ method: 'eth_call', params: [withGas(gas), 'latest'] })
    // Where nothing stands at the address of the contract that makes both calls, nothing is done and nothing fails.
    if (factory !== null && answer === '0x') return { kind: 'reverts', said: 'no contract that makes several calls' }
    return { kind: 'succeeds', gas }
  }

  return (call, hasCode) => run(call, hasCode).catch((error: unknown) => judge(error, mostGas))
}

function judge(error: unknown, mostGas: number): Simulation {
  if (isOutage(error) || !(error instanceof BaseError)) return { kind: 'unavailable' }
  const said = `${error.details} ${error.message}`
  // A refusal of the payer's own making always says that it is one; so nobody can pretend that our key is empty.
  if (isRevert.test(error.details)) return { kind: 'reverts', said }
  const allowed = allowance.exec(error.details)
  if (allowed !== null && Number(allowed[1]) >= mostGas) return { kind: 'reverts', said }
  if (allowed !== null || isEmptyKey.test(error.details)) return { kind: 'key-is-empty', said: error.details }
  return isRevert.test(said) ? { kind: 'reverts', said } : { kind: 'unavailable' }
}
