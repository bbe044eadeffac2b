// The two lending protocols, and the small integers that stand for them inside typed arrays.
export const protocols = ['aave-v3', 'morpho-blue'] as const
export type Protocol = (typeof protocols)[number]

export const aave = 0
export const morpho = 1
export const bothProtocols = 0b11

export function protocolIndex(protocol: Protocol): number {
  return protocol === 'aave-v3' ? aave : morpho
}
