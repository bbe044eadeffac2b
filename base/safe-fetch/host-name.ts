// Refuses names that only mean something inside a network: single labels, local suffixes and metadata names.
const localSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'consul',
  'home.arpa',
  'onion',
  'in-addr.arpa',
  'ip6.arpa',
  'invalid',
]

// Metadata services are also reached through these public-looking names; the address check would stop them as well.
const metadataNames = ['metadata.google.com', 'metadata.goog', 'metadata.packet.net', 'metadata.platformequinix.com']

export function isPublicHostName(hostname: string, rules: { allowLoopback: boolean }): boolean {
  const name = bareName(hostname)
  if (name === 'localhost') return rules.allowLoopback
  if (name.length > 253 || !name.includes('.')) return false
  const labels = name.split('.')
  if (labels.some((label) => label.length === 0 || label.length > 63 || !/^[a-z0-9_-]+$/.test(label))) return false
  if (metadataNames.includes(name)) return false
  return !localSuffixes.some((suffix) => name.endsWith(`.${suffix}`))
}

export function bareName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}
