// What a token says it is; a contract that is no token is unknown to whoever asks about tokens.
import { type Hex, hexToString } from 'viem'
import { TollgateError } from '../../../base/errors.ts'
import { view } from '../../chains/pinned.ts'
import type { PinnedChain } from '../pinned-chain.ts'

export interface Identity {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number
  /** In its smallest parts. */
  readonly supply: string
}

const views = {
  decimals: view<number>('function decimals() view returns (uint8)'),
  supply: view<bigint>('function totalSupply() view returns (uint256)'),
  name: view<string>('function name() view returns (string)'),
  symbol: view<string>('function symbol() view returns (string)'),
  // The first tokens answered in a word of fixed length (MKR, SAI).
  oldName: view<Hex>('function name() view returns (bytes32)'),
  oldSymbol: view<Hex>('function symbol() view returns (bytes32)'),
}
const mostLetters = 64

export async function readIdentity(chain: PinnedChain, token: Hex): Promise<Identity> {
  const questions = Object.values(views).map((one) => ({ view: one, to: token, args: [] }))
  const [decimals, supply, name, symbol, oldName, oldSymbol] = (await chain.answer<unknown>(questions as never)) as [
    number | null,
    bigint | null,
    string | null,
    string | null,
    Hex | null,
    Hex | null,
  ]
  if (decimals === null || supply === null)
    throw new TollgateError('key_unknown', `the contract at this address on chain ${chain.id} is no token`)
  return { name: clean(name) ?? word(oldName), symbol: clean(symbol) ?? word(oldSymbol), decimals, supply: supply.toString() }
}

const word = (bytes: Hex | null): string | null => (bytes === null ? null : clean(hexToString(bytes, { size: 32 })))

/** A name is anybody's text: what does not print, or turns the direction of what follows, is left out. */
function clean(text: string | null): string | null {
  const plain = (text ?? '').replace(/[\p{C}\u2028\u2029]/gu, '').trim()
  return plain === '' ? null : [...plain].slice(0, mostLetters).join('')
}
