// How much gas the settling keys have left, asked once a minute: before a key is empty somebody should know.

import { formatEther } from 'viem'
import type { EvmSettler } from './evm-settler.ts'
import type { KeyGas } from './key-balance.ts'

export type { KeyGas } from './key-balance.ts'

export interface KeyWatch {
  /** As it was when last asked; nothing before that. */
  read(): readonly KeyGas[]
  stop(): void
}

export const lowSettlements = 500
const everyMs = 60_000
// A key that stays low is told about again this seldom.
const againMs = 3_600_000

export function watchKeys(
  settlers: ReadonlyMap<string, Pick<EvmSettler, 'balance'>>,
  onLowGas: (key: KeyGas) => void,
  o: { everyMs?: number; now?: () => number } = {},
): KeyWatch {
  const now = o.now ?? (() => performance.now())
  const known = new Map<string, KeyGas>()
  const toldAt = new Map<string, number>()
  const ask = async (network: string, settler: Pick<EvmSettler, 'balance'>) => {
    const { address, wei, settlements } = await settler.balance()
    const gas = { network, address, balance: Number(formatEther(wei)), settlementsLeft: settlements }
    known.set(network, gas)
    if (settlements >= lowSettlements) toldAt.delete(network)
    else if (now() - (toldAt.get(network) ?? Number.NEGATIVE_INFINITY) >= againMs) {
      toldAt.set(network, now())
      onLowGas(gas)
    }
  }
  const askAll = () => {
    // A chain that cannot be asked leaves the last figure; that it is away shows elsewhere.
    for (const [network, settler] of settlers) void ask(network, settler).catch(() => undefined)
  }
  askAll()
  const timer = setInterval(askAll, o.everyMs ?? everyMs)
  timer.unref()
  return { read: () => [...known.values()], stop: () => clearInterval(timer) }
}
