// The part of the configuration that says where traces go: nowhere, unless an OpenTelemetry collector is named.
import type { ConfigReader } from './reader.ts'

export interface TraceSettings {
  /** Where spans are posted. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The share of new traces that are kept. */
  readonly ratio: number
}

export function readTraceSettings(read: ConfigReader): TraceSettings | null {
  const given = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const headers = readHeaders(read)
  const ratio = readRatio(read)
  if (given === null || !URL.canParse(given)) return null
  const url = new URL(given)
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    read.complain('OTEL_EXPORTER_OTLP_ENDPOINT=… is more than an address: credentials go into OTEL_EXPORTER_OTLP_HEADERS')
  return { url: `${url.origin}${url.pathname.replace(/\/$/, '')}/v1/traces`, headers, ratio }
}

function readHeaders(read: ConfigReader): Record<string, string> {
  const pairs = read.list('OTEL_EXPORTER_OTLP_HEADERS').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, Math.max(at, 0)).trim(), plain(pair.slice(at + 1).trim())] as const
  })
  if (pairs.some(([name, value]) => !/^[\w-]{1,100}$/.test(name) || value === null || !/^[\x20-\x7e]*$/.test(value))) {
    read.complain('OTEL_EXPORTER_OTLP_HEADERS=… is not a comma list of name=value')
    return {}
  }
  return Object.fromEntries(pairs) as Record<string, string>
}

function plain(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

function readRatio(read: ConfigReader): number {
  const given = read.text('OTEL_TRACES_SAMPLER_ARG', '1')
  const ratio = Number(given)
  if (!/^\d(\.\d+)?$/.test(given) || ratio > 1) read.complain('OTEL_TRACES_SAMPLER_ARG is not a share from 0 to 1')
  return ratio
}
