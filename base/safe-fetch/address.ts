// Decides whether one numeric address is on the public internet; anything it cannot read is not.
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { embeddingIPv6, globalUnicastIPv6, type NetworkKind, specialIPv4, specialIPv6 } from './special-networks.ts'

export type AddressVerdict = { reachable: true } | { reachable: false; kind: NetworkKind | 'unreadable' }
export type AddressRules = { allowLoopback: boolean; refusedNetworks: readonly string[] }

type Network<A> = { range: [A, number]; kind: NetworkKind }

const v4Networks = specialIPv4.map(([cidr, kind]): Network<ipaddr.IPv4> => ({ range: ipaddr.IPv4.parseCIDR(cidr), kind }))
const v6Networks = specialIPv6.map(([cidr, kind]): Network<ipaddr.IPv6> => ({ range: ipaddr.IPv6.parseCIDR(cidr), kind }))
const globalUnicast = ipaddr.IPv6.parseCIDR(globalUnicastIPv6)
const embedding = Object.values(embeddingIPv6).map((cidr) => ipaddr.IPv6.parseCIDR(cidr))

export function judgeAddress(text: string, rules: AddressRules): AddressVerdict {
  const address = readAddress(text)
  if (address === null) return { reachable: false, kind: 'unreadable' }
  const kind = address instanceof ipaddr.IPv4 ? kindOfIPv4(address, rules) : kindOfIPv6(address, rules)
  if (kind === null || (kind === 'loopback' && rules.allowLoopback)) return { reachable: true }
  return { reachable: false, kind }
}

// Four plain decimal parts or IPv6 without a zone; octal, hexadecimal and short forms never reach a socket.
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (text.includes('%') || !isIPv6(text)) return null
  // The library reads ::8.8.8.8 as the mapped ::ffff:8.8.8.8; the URL standard's form has hexadecimal groups only.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1))
}

function kindOfIPv4(address: ipaddr.IPv4, rules: AddressRules): NetworkKind | null {
  return v4Networks.find((n) => address.match(n.range))?.kind ?? operatorKind(address, rules)
}

function kindOfIPv6(address: ipaddr.IPv6, rules: AddressRules): NetworkKind | null {
  // A mapped or translated address is exactly as good as the IPv4 address inside it.
  if (embedding.some((range) => address.match(range))) return operatorKind(address, rules) ?? kindOfIPv4(lastIPv4(address), rules)
  const special = v6Networks.find((n) => address.match(n.range))?.kind
  if (special !== undefined) return special
  if (!address.match(globalUnicast)) return 'reserved'
  if (isTunnelId(address)) return 'transition'
  return operatorKind(address, rules)
}

function operatorKind(address: ipaddr.IPv4 | ipaddr.IPv6, rules: AddressRules): NetworkKind | null {
  const refused = rules.refusedNetworks.some((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr)
    return network.kind() === address.kind() && address.match(network, bits)
  })
  return refused ? 'operator' : null
}

// ISATAP (RFC 5214): an interface id of 0:5efe or 200:5efe carries an IPv4 address through whatever prefix stands before it.
function isTunnelId(address: ipaddr.IPv6): boolean {
  const [, , , , high, marker] = address.parts
  return marker === 0x5efe && (high === 0 || high === 0x200)
}

function lastIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}
