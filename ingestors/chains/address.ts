// Addresses as facts hold them: lower case, and found again among an event's indexed values.
import { type Hex, keccak256, stringToHex } from 'viem'

export const noAddress: Hex = `0x${'0'.repeat(40)}`

export function lower(address: string): Hex {
  return address.toLowerCase() as Hex
}

/** An indexed value read as an address; null where it cannot be one. */
export function addressIn(topic: Hex | undefined): Hex | null {
  if (topic === undefined || !/^0x0{24}/.test(topic)) return null
  return `0x${topic.slice(26)}`
}

/** An event's first topic, from its signature as `Transfer(address,address,uint256)`. */
export function eventTopic(signature: string): Hex {
  return keccak256(stringToHex(signature))
}
