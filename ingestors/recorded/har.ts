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
        readonly headers: readonly { readonly name: string; readonly value: string }[]
        readonly content: { readonly text?: string; readonly encoding?: string; readonly mimeType?: string }
      }
    }[]
  }
}

export function readHar(text: string, name: string): Exchange[] {
  let har: Har
  try {
    har = JSON.parse(text) as Har
    if (!Array.isArray(har.log?.entries as unknown)) throw new Error('it has no entries')
  } catch (error) {
    throw new TollgateError('input_invalid', `${name} is no HTTP archive`, { cause: error })
  }
  // A request that never got an answer is written with the status 0.
  return har.log.entries
    .filter(({ response }) => response.status > 0)
    .map(({ startedDateTime, request, response: { status, headers, content } }) => ({
      method: request.method.toUpperCase(),
      // Stars of its own are no wildcards, but nothing else is meant by them either.
      url: request.url,
      sent: request.postData?.text ?? null,
      status,
      headers: {
        ...lowerCased(headers.map(({ name, value }) => [name, value])),
        ...(content.mimeType === undefined ? {} : { 'content-type': content.mimeType }),
      },
      at: startedDateTime === undefined ? null : new Date(startedDateTime),
      body: async () => Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8'),
    }))
}
