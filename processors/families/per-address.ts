// The route of a report about one address on a chain: asked by address and, where it is known, chain; fetched when somebody asks.
import { address, wallet } from '../inputs/address.ts'
import { chainId } from '../inputs/chain.ts'
import { count, maybe, mayTake, mustTake, section, text } from '../kit/index.ts'

/** What a wallet's answer says where it was asked by a name; for it alone the address stands. A name of the address is never looked for. */
export const resolvedName = maybe(
  section({ name: text(), block: count('of Ethereum, at which the name was set to this address') }),
  'null where an address was asked',
)

export const toldName = (resolved: { readonly name: string; readonly block: number } | undefined) =>
  resolved === undefined ? null : { name: resolved.name, block: resolved.block }

interface Asked {
  readonly address: string
  readonly chain_id?: number | string | undefined
}

/** Where no chain is said, the one that has the code is looked for. */
const keyOf = ({ chain_id, address: of }: Asked): string => `${chain_id ?? 'any'}:${of}`

/** To be spread into a signalRoute: its facts are those of this source's keys. */
export const perAddress = (source: string) => ({
  takes: { address: mustTake(address), chain_id: mayTake(chainId) },
  key: keyOf,
  demand: { of: (input: Asked) => ({ source, key: keyOf(input) }) },
})

/** The same of a wallet, under the name its route has for it. */
export const perWallet = <const N extends 'wallet' | 'address'>(source: string, name: N) => {
  const askedOf = (input: { readonly [M in N]: string } & Pick<Asked, 'chain_id'>): Asked => ({
    address: input[name],
    chain_id: input.chain_id,
  })
  return {
    takes: { [name]: mustTake(wallet), chain_id: mayTake(chainId) } as { readonly [M in N]: ReturnType<typeof walletTaken> } & {
      readonly chain_id: ReturnType<typeof chainTaken>
    },
    key: (input: any): string => keyOf(askedOf(input)),
    demand: { of: (input: any) => ({ source, key: keyOf(askedOf(input)) }) },
  }
}

const walletTaken = () => mustTake(wallet)
const chainTaken = () => mayTake(chainId)
