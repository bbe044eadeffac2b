// What makes two conversions the same: the same bytes, or the same URL for a while, with the same options for the same route.
import { createHash } from 'node:crypto'
import type { ConvertOptions } from './schema.ts'

export type DocumentRoute = '/convert' | '/report' | '/preview'

const optionNames = ['ocr', 'page_breaks', 'pages', 'style', 'summarize', 'tables'] as const

export function contentKey(sha256: string, options: ConvertOptions): string {
  return `sha256:${sha256}:${optionsKey(options)}`
}

export function urlKey(url: string, options: ConvertOptions): string {
  return `url:${createHash('sha256').update(url).digest('hex')}:${optionsKey(options)}`
}

function optionsKey(options: ConvertOptions): string {
  const given = optionNames.map((name) => `${name}=${options[name] ?? ''}`).join('&')
  return createHash('sha256').update(given).digest('hex').slice(0, 16)
}
