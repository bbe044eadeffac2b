// The authorities by which an engine's certificate must be signed, from a file that the configuration names.
import { readFileSync } from 'node:fs'
import type { ConfigReader } from './reader.ts'

/** The text of a file of certificates; a wrong one would be told by nothing but a connection that fails. */
export function readAuthorities(read: ConfigReader, name: string, path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (!text.includes('-----BEGIN CERTIFICATE-----')) read.complain(`${name} holds no certificate in PEM`)
    return text
  } catch (error) {
    read.complain(`${name} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`)
    return ''
  }
}
