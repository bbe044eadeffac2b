// The lending protocols, and the small integers that stand for them inside typed arrays.
export const protocols = ['aave-v3', 'morpho-blue', 'compound-v3', 'euler-v2', 'fluid'] as const
export type Protocol = (typeof protocols)[number]

/** One of each, by the protocols' numbers. */
export type PerProtocol<T> = [T, T, T, T, T]

export const aave = 0
export const morpho = 1
export const compound = 2
export const euler = 3
export const fluid = 4
export const allProtocols = 0b11111

export const forEachProtocol = <T>(make: () => T): PerProtocol<T> => [make(), make(), make(), make(), make()]

export function protocolIndex(protocol: Protocol): number {
  return protocols.indexOf(protocol)
}
