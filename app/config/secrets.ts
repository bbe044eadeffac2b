// The settings that hold a secret: which names do, where else their value may lie (NAME_FILE), and what of them nobody may read.
import { readFileSync, statSync } from 'node:fs'
import { secretsOfUrl } from '../../base/redact.ts'

// A name that ends in _FILE says where a value lies and holds none itself.
const secretNames = new Set([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'FACILITATOR_URL',
  'MODEL_URL',
  'KAFKA_BROKERS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'https_proxy',
  'http_proxy',
])
const kindsOfSecret = /^RPC_URL_\w+$|^\w*_(KEY|KEY_ID|TOKEN|SECRET|PASSWORD|PASSPHRASE)$/
const addressNames = /_URL$|^RPC_URL_|^HTTPS?_PROXY$/i
const mostBytes = 65_536

export const isSecretName = (name: string): boolean => secretNames.has(name) || kindsOfSecret.test(name)

/** The name of the setting that a NAME_FILE stands for; null where the name is none of those. */
export function namedByFile(name: string): string | null {
  const base = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : ''
  return isSecretName(base) ? base : null
}

/** Never says the path: whoever mixes the two names up has put the secret itself there. */
export function readSecretFile(name: string, path: string, complain: (problem: string) => void): string | undefined {
  const refuse = (why: string) => void complain(`${name}=… ${why}`)
  try {
    const { size, isFile } = describe(path)
    if (!isFile) return refuse('is not a file')
    if (size > mostBytes) return refuse(`is larger than ${mostBytes} bytes, which no secret is`)
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (text === '') return refuse('is an empty file')
    if (/[\r\n\0]/.test(text)) return refuse('has more than one line')
    return text
  } catch (error) {
    return refuse(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`)
  }
}

function describe(path: string) {
  const stat = statSync(path)
  return { size: stat.size, isFile: stat.isFile() }
}

/** What of a setting's value must not be shown anywhere. */
export function secretPartsOf(name: string, value: string): string[] {
  if (name === 'KAFKA_BROKERS')
    return value.split(',').flatMap((broker) => (broker.includes('@') ? [broker.slice(0, broker.lastIndexOf('@'))] : []))
  if (name === 'OTEL_EXPORTER_OTLP_HEADERS') return headerSecretsOf(value)
  if (!addressNames.test(name)) return [value]
  return value.split(',').flatMap((url) => secretsOfUrl(withScheme(url.trim())))
}

// A proxy's is often left out.
export const withScheme = (address: string): string => (address.includes('://') ? address : `http://${address}`)

// As they are written and as they are sent.
function headerSecretsOf(list: string): string[] {
  const values = list.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  return values.flatMap((value) => [
    value,
    value.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  ])
}
