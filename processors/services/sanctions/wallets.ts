// A wallet's address however it is written: chain prefixes and links taken off, and its checksum looked at where its kind has one.
import { createHash } from 'node:crypto'
import { base58, base58xmr, base58xrp, bech32, bech32m, hex } from '@scure/base'
import { isAddress, keccak256 } from 'viem'

export type Wallet = { readonly address: string } | { readonly fault: string; readonly isWallet: boolean }

// Names of chains as links and CAIP-10 write them: ethereum:0x…, eip155:1:0x…, bip122:<genesis>:1…, xdc….
const prefix = /^(?:(?:pay-)?[a-z][a-z0-9-]{1,31}:)(?:\/\/)?(?:pay-)?(?:[a-z0-9-]{1,40}:)?/i

/** The bare address; not yet known to be one. */
export function bareAddress(text: string): string {
  const shown = text.normalize('NFKC').replace(/[\p{Cf}\s]/gu, '')
  // Inside a link to a block explorer.
  const linked = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(shown)?.[0]
  if (linked !== undefined && shown.includes('/')) return linked.replace(/^0X/, '0x')
  const [bare = ''] = shown.replace(prefix, '').split(/[?@/#]/)
  if (/^xdc[0-9a-f]{40}$/i.test(bare)) return `0x${bare.slice(3)}`
  if (/^[0-9a-f]{40}$/i.test(bare)) return `0x${bare}`
  // Tron in hex: its byte, and the twenty of the account.
  if (/^(0x)?41[0-9a-f]{40}$/i.test(bare)) return withChecksum(Buffer.from(bare.replace(/^0x/i, ''), 'hex'))
  return bare.replace(/^0X/, '0x')
}

/** One form for one wallet: hex and bech32 have no case of their own, base58 has. */
export function walletKey(wallet: string): string {
  const bare = bareAddress(wallet)
  return /^0x/i.test(bare) || isBech32(bare) || /^[qpz][a-z0-9]{41}$/i.test(bare) ? bare.toLowerCase() : bare
}

export function readWallet(text: string): Wallet {
  const address = bareAddress(text)
  const fault = faultOf(address)
  return fault === null ? { address } : { fault, isWallet: fault !== unknownForm }
}

const unknownForm = 'is no form of wallet that is known here'

const isBech32 = (text: string): boolean =>
  /^(bc|tb|ltc|addr|cosmos|osmo|dgb|vtc|zs|bnb|inj|celestia|terra|juno|sei|kava|thor)1[a-z0-9]{20,110}$/i.test(text)

function faultOf(address: string): string | null {
  if (/^0x/i.test(address)) {
    if (/^0x[0-9a-f]{64}$/i.test(address)) return null // Aptos and Sui
    if (!/^0x[0-9a-f]{40}$/i.test(address)) return 'is not of 40 hex digits'
    return isAddress(address, { strict: isMixed(address.slice(2)) })
      ? null
      : 'has a wrong EIP-55 checksum (or write it in lower case)'
  }
  if (isBech32(address))
    return [bech32, bech32m].some((code) => succeeds(() => code.decode(lowerUnlessMixed(address) as `${string}1${string}`, 120)))
      ? null
      : 'has a wrong bech32 checksum'
  if (/^[qpz][a-z0-9]{41}$/i.test(address))
    return isCashAddress(lowerUnlessMixed(address)) ? null : 'has a wrong CashAddr checksum'
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,110}$/.test(address)) return unknownForm
  return isBase58(address) ? null : 'has a wrong checksum (base58 addresses tell capitals from small letters)'
}

const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text)
const lowerUnlessMixed = (text: string): string => (isMixed(text) ? text : text.toLowerCase())

function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const checksum = (bytes: Uint8Array): Buffer => sha256(sha256(bytes)).subarray(0, 4)
const withChecksum = (bytes: Uint8Array): string => base58.encode(Buffer.concat([bytes, checksum(bytes)]))

function decoded(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode()
  } catch {
    return null
  }
}

// Bitcoin and its kin; XRP with letters of its own; Monero by keccak; 32 bytes are a key of Solana's, which has no checksum.
function isBase58(address: string): boolean {
  const isWhole = (bytes: Uint8Array | null) =>
    bytes !== null && bytes.length > 20 && Buffer.from(bytes.subarray(-4)).equals(checksum(bytes.subarray(0, -4)))
  const plain = decoded(() => base58.decode(address))
  if (isWhole(plain) || (plain?.length === 32 && address.length >= 32)) return true
  if (address.startsWith('r') && isWhole(decoded(() => base58xrp.decode(address)))) return true
  const monero = address.length >= 95 ? decoded(() => base58xmr.decode(address)) : null
  return monero !== null && hex.encode(monero.subarray(-4)) === keccak256(monero.subarray(0, -4)).slice(2, 10)
}

const cashLetters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const cashSteps = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

// The polynomial of Bitcoin Cash's specification, over its name and the address.
function isCashAddress(address: string): boolean {
  const values = [...'bitcoincash'].map((letter) => letter.charCodeAt(0) & 31)
  let sum = 1n
  for (const value of [...values, 0, ...[...address].map((letter) => cashLetters.indexOf(letter))]) {
    if (value < 0) return false
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value)
    for (const [bit, step] of cashSteps.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= step
  }
  return sum === 1n
}
