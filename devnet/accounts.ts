// Who is who on the demo chain. Keys come from the chain program's public development mnemonic: they guard nothing.
import { pbkdf2Sync } from 'node:crypto'
import type { Hex } from 'viem'
import { HDKey, hdKeyToAccount } from 'viem/accounts'

export const developmentMnemonic = 'test test test test test test test test test test test junk'

// BIP-39's way from the words to the key of all keys, by Node: in JavaScript it takes each program that starts a third of a second.
const rootKey = HDKey.fromMasterSeed(pbkdf2Sync(developmentMnemonic, 'mnemonic', 2_048, 64, 'sha512'))

export type DevnetAccount = { readonly address: Hex; readonly privateKey: Hex }

/** Sends settlements and pays their gas. */
export const facilitatorAccount = accountAt(0)
/** Receives every payment of the demo world. */
export const payToAccount = accountAt(1)
/** What `npm run pay` and the examples pay with. */
export const payerAccount = accountAt(2)

export function accountAt(index: number): DevnetAccount {
  const account = hdKeyToAccount(rootKey, { addressIndex: index })
  return { address: account.address, privateKey: `0x${Buffer.from(account.getHdKey().privateKey!).toString('hex')}` }
}
