// A client that answers from a source's sample, with one request of a poll failing as requests do.
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { TollgateError } from '../../base/errors.ts'
import { type BodyKind, readBody } from '../../ingestors/client/body.ts'
import type { HttpClient, HttpRequest } from '../../ingestors/client/http.ts'
import { refusal } from '../../ingestors/client/refusal.ts'
import type { Sample, SampleAnswer } from '../../ingestors/define.ts'
import { deepFreeze } from './replay.ts'
import { askSample, pollAt } from './sources.ts'

export const faults = ['500', '404', 'cut', 'page'] as const
export type Fault = (typeof faults)[number]

const page = '<!DOCTYPE html>\n<html><head><title>Sorry</title></head><body><h1>We will be back soon</h1></body></html>\n'

// A sample's answer is the same one in every poll, and so is what is read of it: many polls have one fault each.
const wholes = new WeakMap<SampleAnswer, Map<BodyKind, string | Uint8Array>>()

async function wholeOf(answer: SampleAnswer, expect: BodyKind, read: (sent: Buffer) => Promise<string | Uint8Array>) {
  const own = wholes.get(answer) ?? new Map<BodyKind, string | Uint8Array>()
  wholes.set(answer, own)
  const known = own.get(expect)
  if (known !== undefined) return known
  const body = await read(Buffer.from(answer.body))
  own.set(expect, body)
  return body
}

const headersOf = ({ type }: SampleAnswer) => ({ 'content-type': type, 'transfer-encoding': 'chunked' })

const parsed = new Map<string, unknown>()
const mostParsed = 40

/** Frozen: a source that changes what it was given would change it for the next poll too. */
function parsedOf(body: string): unknown {
  if (parsed.has(body)) return parsed.get(body)
  const value: unknown = deepFreeze(JSON.parse(body))
  if (parsed.size >= mostParsed) parsed.delete(parsed.keys().next().value!)
  parsed.set(body, value)
  return value
}

export interface FailingReplay extends HttpClient {
  /** Every request, in the order of the first asking. */
  readonly asked: readonly string[]
}

/** `part`: the request that fails, as `asked` names it. */
export function createFailingReplay(sample: Sample, part: string | null, fault: Fault = '500', at = pollAt): FailingReplay {
  const asked = new Set<string>()
  const bodyOf = async (url: string, expect: BodyKind, { method = 'GET', body }: Partial<HttpRequest>) => {
    const name = method === 'GET' ? url : `${method} ${url} ${body ?? ''}`
    asked.add(name)
    const { host } = new URL(url)
    const fails = name === part
    if (fails && (fault === '500' || fault === '404')) throw refusal(host, Number(fault), null)
    const answer = at === pollAt ? askSample(sample, new URL(url)) : sample.answer(new URL(url), at)
    if (answer === null || (answer.status ?? 200) !== 200) throw refusal(host, answer?.status ?? 404, null)
    const read = (sent: Buffer) => readBody(Readable.from([sent]), headersOf(answer), { host, expect, maxBytes: 1e9 })
    if (!fails) return wholeOf(answer, expect, read)
    if (fault === 'page') return read(Buffer.from(page))
    const whole = Buffer.from(answer.body)
    return read(whole.subarray(0, Math.floor(whole.length / 2)))
  }
  return {
    get asked() {
      return [...asked]
    },
    text: async (url, request) => (await bodyOf(url, request.expect, request)) as string,
    bytes: async (url, request = {}) => (await bodyOf(url, 'zip', request)) as Uint8Array,
    async json(url, request = {}) {
      const body = (await bodyOf(url, 'json', request)) as string
      try {
        return parsedOf(body)
      } catch (error) {
        throw new TollgateError('upstream_changed', `${new URL(url).host} sent broken JSON`, { cause: error })
      }
    },
    async download(url, path, request = {}) {
      const body = await bodyOf(url, url.endsWith('.zip') ? 'zip' : 'text', request)
      await writeFile(path, body)
    },
    close: async () => undefined,
  }
}
