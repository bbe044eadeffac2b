// Exchanges kept as an HTTP archive (HAR 1.2), as browsers and proxies write it.
import { TollgateError } from '../../base/errors.ts'
import type { Exchange } from './exchange.ts'
import { lowerCased } from './tsv.ts'

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly startedDateTime?: string
      readonly request: { readonly method: string; readonly url: string; readonly postData?: { readonly text?: string } }
      readonly response: {
        readonly status: number
        readonly headers?: readonly { readonly name: string; readonly value: string }[]
        readonly content?: {
          readonly text?: string
          readonly encoding?: string
          readonly mimeType?: string
          readonly size?: number
        }
      }
    }[]
  }
}

export function readHar(text: string, name: string): Exchange[] {
  let har: Har
  try {
    har = JSON.parse(text.replace(/^\uFEFF/, '')) as Har
    if (!Array.isArray(har.log?.entries as unknown)) throw new Error('it has no entries')
  } catch (error) {
    throw new TollgateError('input_invalid', `${name} is no HTTP archive`, { cause: error })
  }
  // A request that never got an answer is written with the status 0.
  return har.log.entries
    .filter(({ request, response }) => typeof request?.url === 'string' && response?.status > 0)
    .map(({ startedDateTime, request, response: { status, headers = [], content = {} } }) => ({
      method: (request.method ?? 'GET').toUpperCase(),
      // Stars of its own are no wildcards, but nothing else is meant by them either.
      url: request.url,
      sent: request.postData?.text ?? null,
      status,
      headers: {
        ...lowerCased(headers.map(({ name, value }) => [name, value])),
        ...(content.mimeType === undefined ? {} : { 'content-type': content.mimeType }),
      },
      at: Number.isNaN(Date.parse(startedDateTime ?? '')) ? null : new Date(startedDateTime!),
      ...lackOf(status, content),
      body: async () => Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8'),
    }))
}

// A browser writes down that it asked, though the answer was in its own store or too long to keep.
function lackOf(status: number, { text, size = 0 }: { readonly text?: string; readonly size?: number }): { lacks?: string } {
  if (status === 304) return { lacks: 'its answer was in the store of whoever recorded it (304)' }
  return text === undefined && size > 0 ? { lacks: `its answer of ${size} bytes was not kept` } : {}
}
