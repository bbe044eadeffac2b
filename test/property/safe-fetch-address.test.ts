// The address classifier against an independent oracle: intervals of plain integers, written from the RFCs and not from our table.
import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { judgeAddress } from '../../base/safe-fetch/index.ts'
import fc from '../support/chance.ts'

const strict = { allowLoopback: false, refusedNetworks: [] }
const reachable = (address: string) => judgeAddress(address, strict).reachable

// RFC 6890 and its updates, as first and last address.
const insideV4: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
]
const toInt = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const toText = (int: number) => [24, 16, 8, 0].map((shift) => Math.floor(int / 2 ** shift) % 256).join('.')
const intervals = insideV4.map(([first, last]) => [toInt(first), toInt(last)] as const)
const isInside = (int: number) => intervals.some(([first, last]) => int >= first && int <= last)

// Uniform numbers rarely meet a /24, so half of the draws lie within two of an edge.
const edges = intervals.flatMap(([first, last]) => [first - 2, first - 1, first, first + 1, last - 1, last, last + 1, last + 2])
const ipv4 = fc.oneof(fc.nat({ max: 0xffffffff }), fc.constantFrom(...edges.filter((edge) => edge >= 0 && edge <= 0xffffffff)))

const group = fc.nat({ max: 0xffff })
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 })
const spell = (groups: readonly number[]) => groups.map((g) => g.toString(16)).join(':')

// What may be reached in IPv6 at all: 2000::/3 without these, as the platform's own matcher sees it.
const closed = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, bits, 'ipv6')
}
const isOpenV6 = (groups: readonly number[]) => {
  const high = groups[4]!
  const tunnel = groups[5] === 0x5efe && (high === 0 || high === 0x200)
  return groups[0]! >> 13 === 1 && !closed.check(spell(groups), 'ipv6') && !tunnel
}

describe('the address classifier', () => {
  it('agrees with the intervals on every IPv4 address', () => {
    fc.assert(
      fc.property(ipv4, (int) => reachable(toText(int)) === !isInside(int)),
      { numRuns: 20_000 },
    )
  })

  it('judges a mapped or translated address by the IPv4 address inside', () => {
    const tail = (int: number) => `${Math.floor(int / 65536).toString(16)}:${(int % 65536).toString(16)}`
    fc.assert(
      fc.property(ipv4, (int) => {
        for (const spelling of [
          `::ffff:${toText(int)}`,
          `::ffff:${tail(int)}`,
          `0:0:0:0:0:FFFF:${tail(int)}`,
          `64:ff9b::${toText(int)}`,
        ]) {
          expect(reachable(spelling)).toBe(!isInside(int))
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('reaches no IPv4 address through 6to4, Teredo, ISATAP, the compatible form or local translation', () => {
    fc.assert(
      fc.property(ipv4, group, (int, any) => {
        const [high, low] = [Math.floor(int / 65536).toString(16), (int % 65536).toString(16)]
        for (const spelling of [
          `2002:${high}:${low}::${any.toString(16)}`,
          `2001:0:${high}:${low}::${any.toString(16)}`,
          `2600:${any.toString(16)}::5efe:${high}:${low}`,
          `::${high}:${low}`,
          `::${toText(int)}`,
          `::ffff:0:${toText(int)}`,
          `64:ff9b:1::${toText(int)}`,
        ]) {
          expect(reachable(spelling)).toBe(false)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees with the platform on IPv6, near the networks and anywhere', () => {
    const heads = [
      [0x2001, 0],
      [0x2001, 0x1ff],
      [0x2001, 0x200],
      [0x2001, 0xdb8],
      [0x2002, 0],
      [0x2620, 0x4f],
      [0x3fff, 0xfff],
      [0x3fff, 0x1000],
      [0x3fff, 0],
      [0x1fff, 0],
      [0x4000, 0],
      [0xfe80, 0],
      [0xfc00, 0],
      [0xff02, 0],
      [0, 0],
      [0x64, 0xff9b],
      [0x5f00, 0],
      [0x100, 0],
    ]
    const near = fc.tuple(fc.constantFrom(...heads), ipv6).map(([head, rest]) => [...head, ...rest.slice(2)])
    const judged = (groups: readonly number[]) => {
      // The two embedding prefixes follow the IPv4 rule above.
      const embeds =
        groups.slice(0, 5).every((g) => g === 0) ||
        (groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((g) => g === 0))
      return embeds || reachable(spell(groups)) === isOpenV6(groups)
    }
    fc.assert(fc.property(fc.oneof(ipv6, near), judged), { numRuns: 20_000 })
  })

  it('reads no text as reachable that the platform does not read as an address', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'0123456789abcdefx.:%[]/ '), maxLength: 40 })
    fc.assert(
      fc.property(noise, (text) => {
        const verdict = judgeAddress(text, strict)
        if (!verdict.reachable) return true
        return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || /^[0-9a-f:.]+$/.test(text)
      }),
      { numRuns: 20_000 },
    )
  })
})
