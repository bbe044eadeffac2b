// The networks that are not the public internet, from the IANA special-purpose registries and the cloud vendors' metadata addresses.
export type NetworkKind =
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link_local'
  | 'carrier_nat'
  | 'metadata'
  | 'multicast'
  | 'documentation'
  | 'benchmarking'
  | 'transition'
  | 'reserved'
  | 'operator'

// First match wins, so a single metadata address stands before the network around it.
export const specialIPv4: readonly (readonly [cidr: string, kind: NetworkKind])[] = [
  ['169.254.169.254/32', 'metadata'],
  ['169.254.170.0/24', 'metadata'], // container credential endpoints
  ['100.100.100.200/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'], // a public address in form only: it answers inside the vendor's network alone
  ['0.0.0.0/8', 'unspecified'],
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['169.254.0.0/16', 'link_local'],
  ['100.64.0.0/10', 'carrier_nat'],
  ['192.0.2.0/24', 'documentation'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['198.18.0.0/15', 'benchmarking'],
  ['192.88.99.0/24', 'transition'],
  ['192.52.193.0/24', 'transition'],
  ['192.31.196.0/24', 'reserved'],
  ['192.175.48.0/24', 'reserved'],
  ['192.0.0.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
]

// Whatever is not named here must still lie in 2000::/3, the only block handed out for global unicast.
export const specialIPv6: readonly (readonly [cidr: string, kind: NetworkKind])[] = [
  ['fd00:ec2::254/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['fc00::/7', 'private'],
  ['fec0::/10', 'private'],
  ['fe80::/10', 'link_local'],
  ['ff00::/8', 'multicast'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'reserved'],
  ['2001:2::/48', 'benchmarking'],
  ['2001::/32', 'transition'], // Teredo
  ['2002::/16', 'transition'], // 6to4
  ['2001::/23', 'reserved'],
  ['2620:4f:8000::/48', 'reserved'],
  ['64:ff9b:1::/48', 'transition'],
  ['::/96', 'transition'], // IPv4-compatible, deprecated
  ['::ffff:0:0:0/96', 'transition'], // stateless IP/ICMP translation
]

export const globalUnicastIPv6 = '2000::/3'
export const embeddingIPv6 = { mapped: '::ffff:0:0/96', nat64: '64:ff9b::/96' } as const
