// A block's header as far as reading needs it: its name, its parent, its time, and the filter of what its logs can hold.
import { type Hex, hexToBigInt, isHex, keccak256 } from 'viem'
import { RpcFault } from './rpc-fault.ts'

export interface Header {
  readonly number: number
  readonly hash: Hex
  readonly parent: Hex
  readonly time: Date
  readonly bloom: Hex
}

const bloomBits = 2_048

/** `wanted` is the height that was asked for; null where it was the newest. */
export function readHeader(answer: unknown, wanted: number | null): Header {
  const method = 'eth_getBlockByNumber'
  if (answer === null) throw new RpcFault('behind', method)
  const raw = answer as Record<'number' | 'hash' | 'parentHash' | 'timestamp' | 'logsBloom', string>
  const header = {
    number: readNumber(raw.number),
    hash: raw.hash.toLowerCase() as Hex,
    parent: raw.parentHash.toLowerCase() as Hex,
    time: new Date(readNumber(raw.timestamp) * 1_000),
    bloom: raw.logsBloom as Hex,
  }
  const isWhole = [header.hash, header.parent].every((hash) => /^0x[0-9a-f]{64}$/.test(hash)) && isHex(header.bloom)
  if (!isWhole || (wanted !== null && header.number !== wanted)) throw new RpcFault('broken', method)
  return header
}

export function readNumber(value: unknown): number {
  const number = typeof value === 'string' && isHex(value) ? Number(hexToBigInt(value)) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new RpcFault('broken', 'a block number')
  return number
}

/** False only where the header's filter excludes the value (Yellow Paper, 4.3.1: three bits of its hash). */
export function mayHold(bloom: Hex, value: Hex): boolean {
  if (bloom.length !== 2 + bloomBits / 4) return true
  const hash = keccak256(value)
  return [0, 4, 8].every((at) => {
    const bit = Number.parseInt(hash.slice(2 + at, 6 + at), 16) % bloomBits
    const digit = Number.parseInt(bloom[bloom.length - 1 - Math.floor(bit / 4)]!, 16)
    return ((digit >> (bit % 4)) & 1) === 1
  })
}
