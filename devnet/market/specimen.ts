// One contract of the demo that somebody may ask about.
import type { Address } from 'viem'

export type Specimen = {
  readonly kind: 'plain' | 'owner-minted' | 'honeypot' | 'proxy' | 'implementation' | 'taxed'
  readonly address: Address
  /** Which contract of devnet/contracts/solidity/specimens.sol it is. */
  readonly contract: string
}
