// The address classifier against hand-picked members and edges of each special network.
import { describe, expect, it } from 'vitest'
import { judgeAddress } from '../../../base/safe-fetch/index.ts'

const strict = { allowLoopback: false, refusedNetworks: [] }
const kindOf = (address: string) => {
  const verdict = judgeAddress(address, strict)
  return verdict.reachable ? 'public' : verdict.kind
}

const table: readonly (readonly [kind: string, addresses: readonly string[]])[] = [
  [
    'public',
    ['1.1.1.1', '8.8.8.8', '93.184.216.34', '9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.0', '172.15.255.255'],
  ],
  [
    'public',
    [
      '172.32.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '169.253.255.255',
      '169.255.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
    ],
  ],
  [
    'public',
    [
      '2606:4700::1111',
      '2001:4860:4860::8888',
      '2a00::1',
      '2001:200::1',
      '2003::',
      '3ffe::1',
      '64:ff9b::808:808',
      '::ffff:8.8.8.8',
    ],
  ],
  ['unspecified', ['0.0.0.0', '0.255.255.255', '::']],
  ['loopback', ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1']],
  [
    'private',
    [
      '10.0.0.0',
      '10.255.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '192.168.0.0',
      'fc00::',
      'fdff::',
      'fec0::1',
      '::ffff:10.0.0.1',
    ],
  ],
  ['link_local', ['169.254.0.1', '169.254.255.255', 'fe80::1', 'febf:ffff::1']],
  ['carrier_nat', ['100.64.0.0', '100.127.255.255', '::ffff:100.64.0.1']],
  ['metadata', ['169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', '::ffff:169.254.169.254']],
  ['multicast', ['224.0.0.0', '239.255.255.255', 'ff02::1', 'ff0e::1']],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::', '2001:db8:ffff::', '3fff:0fff::1']],
  ['benchmarking', ['198.18.0.0', '198.19.255.255', '2001:2::1']],
  ['transition', ['192.88.99.1', '2002:808:808::1', '2001:0:808:808::1', '::8.8.8.8', '64:ff9b:1::808:808', '::ffff:0:8.8.8.8']],
  ['transition', ['2606:4700::5efe:8.8.8.8', '2606:4700::200:5efe:808:808']],
  [
    'reserved',
    [
      '240.0.0.0',
      '255.255.255.255',
      '192.0.0.1',
      '2001:20::1',
      '2001:1ff::1',
      '100::1',
      '4000::1',
      '1fff::1',
      'fe00::1',
      '5f00::1',
    ],
  ],
  [
    'unreadable',
    [
      '',
      'example.com',
      '127.1',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '2130706433',
      '1.2.3',
      '1.2.3.256',
      'fe80::1%eth0',
      '1::2::3',
      ' 1.1.1.1',
    ],
  ],
]

describe('judgeAddress', () => {
  for (const [kind, addresses] of table) {
    it.each(addresses)(`calls %s ${kind}`, (address) => expect(kindOf(address)).toBe(kind))
  }

  it('lets loopback through, in every form of it, only when told to', () => {
    const open = { ...strict, allowLoopback: true }
    expect(judgeAddress('127.0.0.1', open).reachable).toBe(true)
    expect(judgeAddress('::1', open).reachable).toBe(true)
    expect(judgeAddress('0.0.0.0', open).reachable).toBe(false)
    expect(judgeAddress('10.0.0.1', open).reachable).toBe(false)
    expect(judgeAddress('2606:4700::5efe:127.0.0.1', open).reachable).toBe(false)
  })
})
