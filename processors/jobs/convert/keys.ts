// What makes two conversions the same: the same bytes, or the same URL for a while, with the same options for the same route.
import { createHash } from 'node:crypto'
import type { ConvertOptions } from './schema.ts'

export type DocumentRoute = '/convert' | '/report' | '/preview' | '/preview-file'

/** What an answer is made with: an answer of another engine, or with another model's summary, is not the one asked for. */
export interface Maker {
  readonly route: DocumentRoute
  /** Null where summaries are extractive. */
  readonly model: string | null
}

/** The engine's version; raise it whenever the same bytes would give another answer. */
export const engineVersion = '24'

const optionNames = [
  'blocks',
  'chunks',
  'comments',
  'ocr',
  'ocr_lang',
  'page_breaks',
  'pages',
  'style',
  'summarize',
  'tables',
] as const

export function contentKey(sha256: string, options: ConvertOptions, maker: Maker): string {
  return `sha256:${sha256}:${optionsKey(options, maker)}`
}

export function urlKey(url: string, options: ConvertOptions, maker: Maker): string {
  return `url:${createHash('sha256').update(url).digest('hex')}:${optionsKey(options, maker)}`
}

function optionsKey(options: ConvertOptions, { route, model }: Maker): string {
  const given = optionNames.map((name) => `${name}=${JSON.stringify(options[name] ?? '')}`).join('&')
  const summarized = options.summarize === false ? '' : (model ?? '')
  return createHash('sha256').update([engineVersion, route, given, summarized].join('\n')).digest('hex').slice(0, 16)
}
