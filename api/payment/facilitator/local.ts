// A facilitator in this process: verifies and settles on each chain with our own key and gas.
import { createEvmSettler, type EvmSettler, type EvmSettlerOptions } from './evm-settler.ts'
import { type KeyGas, watchKeys } from './key-gas.ts'
import type { Facilitator, SupportedKind } from './port.ts'

export type LocalFacilitatorOptions = {
  /** Told when a key has gas for but few settlements more. */
  readonly onLowGas?: (key: KeyGas) => void
}

export function createLocalFacilitator(evm: readonly EvmSettlerOptions[], options: LocalFacilitatorOptions = {}): Facilitator {
  const settlers = new Map(evm.map((one) => [one.asset.network as string, createEvmSettler(one)]))
  const kinds = evm.flatMap(({ asset }): SupportedKind[] => [
    { network: asset.network, version: 2, feePayer: null },
    ...(asset.legacyNetwork === null ? [] : [{ network: asset.legacyNetwork, version: 1, feePayer: null }]),
  ])
  const settlerOf = (network: string): EvmSettler | undefined => settlers.get(network)
  const keys = options.onLowGas === undefined ? null : watchKeys(settlers, options.onLowGas)
  return {
    supported: async () => ({ kinds, signers: [...settlers.values()].map(({ address }) => address) }),
    verify: async (payment) =>
      (await settlerOf(payment.offer.asset.network)?.verify(payment)) ?? { kind: 'invalid', reason: 'invalid_network' },
    settle: async (payment) =>
      (await settlerOf(payment.offer.asset.network)?.settle(payment)) ?? {
        kind: 'refused',
        reason: 'invalid_network',
        transaction: null,
      },
    keyGas: () => keys?.read() ?? [],
    close: async () => keys?.stop(),
  }
}
