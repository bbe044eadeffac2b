// Where the database is and a copy of it that follows, and by which authority their certificates must be signed over TLS.
import { resolve } from 'node:path'
import { readAuthorities } from './authorities.ts'
import type { ConfigReader } from './reader.ts'

export interface DatabaseSettings {
  readonly databaseUrl: string | null
  /** A replica, for reads that may be a moment behind and are too much for the first. */
  readonly databaseReadUrl: string | null
}

const protocols = ['postgres:', 'postgresql:']

export function readDatabaseSettings(read: ConfigReader): DatabaseSettings {
  const caFile = read.text('DATABASE_CA_FILE', '')
  const given = { DATABASE_URL: readAddress(read, 'DATABASE_URL'), DATABASE_READ_URL: readAddress(read, 'DATABASE_READ_URL') }
  if (given.DATABASE_URL === null)
    for (const [name, value] of [
      ['DATABASE_CA_FILE', caFile],
      ['DATABASE_READ_URL', given.DATABASE_READ_URL ?? ''],
    ])
      if (value !== '') read.complain(`${name} needs a DATABASE_URL`)
  if (caFile === '') return { databaseUrl: given.DATABASE_URL, databaseReadUrl: given.DATABASE_READ_URL }
  if (given.DATABASE_URL !== null) readAuthorities(read, 'DATABASE_CA_FILE', caFile)
  const [databaseUrl, databaseReadUrl] = Object.entries(given).map(([name, url]) => checkedBy(read, name, url, caFile))
  return { databaseUrl: databaseUrl!, databaseReadUrl: databaseReadUrl! }
}

// What libpq takes and the driver here does not: it would look for a host of that whole name.
function namesSeveralHosts(address: string): boolean {
  const authority = address.slice(address.indexOf('//') + 2).split(/[/?#]/, 1)[0]!
  const hosts = new URLSearchParams(address.slice(address.indexOf('?') + 1)).getAll('host')
  return [authority.slice(authority.lastIndexOf('@') + 1), ...hosts].some((host) => host.includes(','))
}

function readAddress(read: ConfigReader, name: string): string | null {
  const value = read.text(name, '')
  if (!namesSeveralHosts(value)) return read.url(name, protocols)
  read.complain(
    `${name} names several hosts: one is taken, which is to lead to whichever Postgres takes writes ` +
      '(a name or address that moves with it, HAProxy, PgBouncer in session mode); docs/deploy.md, Failover',
  )
  return null
}

/** In the address, for everybody who connects reads it from there. */
function checkedBy(read: ConfigReader, name: string, given: string | null, caFile: string): string | null {
  if (given === null || !URL.canParse(given)) return given
  const url = new URL(given)
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && mode !== 'verify-full' && mode !== 'verify-ca')
    read.complain(`DATABASE_CA_FILE is given, yet sslmode=${read.shown(mode)} in ${name} would not look at the certificate`)
  url.searchParams.set('sslmode', mode ?? 'verify-full')
  url.searchParams.set('sslrootcert', resolve(caFile))
  return url.href
}
