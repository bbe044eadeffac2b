// Where the database is, and by which authority its certificate must be signed where it is reached over TLS.
import { resolve } from 'node:path'
import { readAuthorities } from './authorities.ts'
import type { ConfigReader } from './reader.ts'

export function readDatabaseUrl(read: ConfigReader): string | null {
  const given = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const caFile = read.text('DATABASE_CA_FILE', '')
  if (caFile === '') return given
  if (given === null || !URL.canParse(given)) {
    read.complain('DATABASE_CA_FILE needs a DATABASE_URL')
    return given
  }
  readAuthorities(read, 'DATABASE_CA_FILE', caFile)
  const url = new URL(given)
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && mode !== 'verify-full' && mode !== 'verify-ca')
    read.complain(`DATABASE_CA_FILE is given, yet sslmode=${read.shown(mode)} in DATABASE_URL would not look at the certificate`)
  // In the address, for everybody who connects reads it from there.
  url.searchParams.set('sslmode', mode ?? 'verify-full')
  url.searchParams.set('sslrootcert', resolve(caFile))
  return url.href
}
