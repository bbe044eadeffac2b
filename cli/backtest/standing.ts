// A deployment as it stood at a past block: lenders that had no code there yet would answer nothing, and end the whole reading.
import { type Hex, numberToHex } from 'viem'
import type { Deployment } from '../../app/config/deployments.ts'

type CodeOf = (address: Hex, block: Hex) => Promise<Hex>

export interface Standing {
  readonly deployment: Deployment
  /** By name, whoever came later. */
  readonly later: readonly string[]
}

export async function standingAt(deployment: Deployment, block: number, codeOf: CodeOf): Promise<Standing> {
  // Whom the vaults of Euler and Fluid sold is not counted, so what they would have is left out as well.
  const { aave_v3: pools, morpho_blue: morpho, compound_v3: comets = [], euler_v2: _, fluid: __, ...rest } = deployment
  const lenders = [
    ...pools.map(({ market, pool }) => ({ name: market, address: pool })),
    ...(morpho === null ? [] : [{ name: 'morpho-blue', address: morpho.address }]),
    ...comets.map(({ market, comet }) => ({ name: market, address: comet })),
  ]
  const codes = await Promise.all(lenders.map(({ address }) => codeOf(address as Hex, numberToHex(block))))
  const later = lenders.filter((_, i) => codes[i] === '0x')
  const isThere = (address: string) => later.every((one) => one.address !== address)
  return {
    deployment: {
      ...rest,
      aave_v3: pools.filter(({ pool }) => isThere(pool)),
      morpho_blue: morpho !== null && isThere(morpho.address) ? morpho : null,
      compound_v3: comets.filter(({ comet }) => isThere(comet)),
    },
    later: later.map(({ name }) => name),
  }
}
