// An EVM address, of a contract or a wallet: mixed case must carry the right EIP-55 checksum, and the canonical form carries it.
import type { TString } from 'typebox'
import { keccak256 } from '../../base/keccak.ts'
import { type Asked, defineText, type InputKind, malformed, unusable } from './kind.ts'

const evm = /^0x[0-9a-fA-F]{40}$/
const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const zero = `0x${'0'.repeat(40)}`
const wanted = '0x and 40 hex digits, such as 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(Buffer.from(digits)).toString('hex')
  return `0x${[...digits].map((digit, i) => (Number.parseInt(hash[i]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

function canonicalAddress(text: string, asked: Asked): string {
  if (base58.test(text)) throw unusable(asked, text, 'looks like a Solana address; only EVM chains are read')
  const address = text.replace(/^0X/, '0x')
  if (!evm.test(address)) throw malformed(asked, wanted)
  const digits = address.slice(2)
  const canonical = checksummed(address)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (isMixed && address !== canonical)
    throw malformed(asked, `written with the right checksum: ${canonical}, or all in lower case`)
  if (address === zero) throw unusable(asked, text, 'is nobody’s address')
  return canonical
}

// Labels with a dot between them. What ENS makes of letters beyond ASCII its own rules say, where the name is looked up.
const label = /^[^\s:/?#@]{1,63}$/u

function canonicalAddressOrName(text: string, asked: Asked): string {
  if (!text.includes('.')) return canonicalAddress(text, asked)
  const labels = text.split('.')
  if (labels.length > 9 || !labels.every((one) => label.test(one)))
    throw malformed(asked, `${wanted}, or an ENS name, such as vitalik.eth`)
  return text.toLowerCase()
}

const define = (
  kind: string,
  description: string,
  otherNames: readonly string[],
  { canonical, mostLength } = { canonical: canonicalAddress, mostLength: 64 },
): InputKind<TString> => {
  const { parse, ...rest } = defineText({
    kind,
    wanted,
    mostLength,
    example: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    description,
    otherNames,
    canonical,
  })
  return { ...rest, parse }
}

export const address = define('address', 'EVM contract address, 0x and 40 hex digits', ['token', 'contract'])
export const wallet = define(
  'wallet',
  'EVM wallet address, 0x and 40 hex digits, or an ENS name where Ethereum is read; the answer says what that was set to',
  ['address'],
  { canonical: canonicalAddressOrName, mostLength: 255 },
)
