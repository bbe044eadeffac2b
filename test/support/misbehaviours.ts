// The ways an upstream lets us down, and the code each must end in.
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { HttpOptions } from '../../ingestors/client/http.ts'
import type { SampleAnswer } from '../../ingestors/define.ts'
import { writeWorkbook } from '../../ingestors/samples/xlsx.ts'

export interface Misbehaviour {
  readonly name: string
  readonly code: 'upstream_unavailable' | 'upstream_rate_limited' | 'upstream_refused' | 'upstream_changed'
  /** How often one URL is asked before we give up. */
  readonly attempts: number
  readonly options?: HttpOptions
  /** A redirect may lead where the sample has no answer: one is made only by who gives it. */
  behave(answer: () => SampleAnswer, response: ServerResponse): void
}

// Whatever a source asks for: no request of its own may wait longer.
const impatient = { timeoutMs: 150, mostTimeoutMs: 150 }
const page = '<!-- blocked -->\n<html><body>Please enable JavaScript</body></html>'
const redirect = (location: string | null) => (_answer: () => SampleAnswer, response: ServerResponse) =>
  void response.writeHead(302, location === null ? {} : { location }).end()
const respond =
  (status: number, headers: Record<string, string> = {}) =>
  (_answer: () => SampleAnswer, response: ServerResponse) =>
    void response.writeHead(status, headers).end('sorry')
const bomb = gzipSync(Buffer.alloc(5_000_000, '1'))
const half = (body: string | Uint8Array) => body.slice(0, Math.floor(body.length / 2))

export const misbehaviours: readonly Misbehaviour[] = [
  { name: '500', code: 'upstream_unavailable', attempts: 2, behave: respond(500) },
  {
    name: '503 with a Retry-After of an hour',
    code: 'upstream_unavailable',
    attempts: 1,
    behave: respond(503, { 'retry-after': '3600' }),
  },
  {
    name: '429 with a Retry-After of an hour',
    code: 'upstream_rate_limited',
    attempts: 1,
    behave: respond(429, { 'retry-after': '3600' }),
  },
  { name: '429 without Retry-After', code: 'upstream_rate_limited', attempts: 2, behave: respond(429) },
  { name: '403', code: 'upstream_refused', attempts: 1, behave: respond(403) },
  { name: '204', code: 'upstream_refused', attempts: 1, behave: (_answer, response) => void response.writeHead(204).end() },
  {
    name: 'a body shorter than its content-length',
    code: 'upstream_unavailable',
    attempts: 2,
    behave(make, response) {
      const answer = make()
      response.writeHead(200, { 'content-type': answer.type, 'content-length': Buffer.byteLength(answer.body) })
      response.write(half(answer.body), () => response.destroy())
    },
  },
  {
    name: 'a chunked body that stops',
    code: 'upstream_unavailable',
    attempts: 2,
    behave(make, response) {
      const answer = make()
      response.writeHead(200, { 'content-type': answer.type })
      response.write(half(answer.body), () => response.destroy())
    },
  },
  {
    name: 'a gzip body cut inside an intact response',
    code: 'upstream_unavailable',
    attempts: 2,
    behave(make, response) {
      const answer = make()
      response.writeHead(200, { 'content-type': answer.type, 'content-encoding': 'gzip' }).end(half(gzipSync(answer.body)))
    },
  },
  {
    name: 'an HTML page with status 200',
    code: 'upstream_changed',
    attempts: 1,
    behave: (answer, response) => void response.writeHead(200, { 'content-type': answer().type }).end(page),
  },
  {
    name: 'an empty body',
    code: 'upstream_changed',
    attempts: 1,
    behave: (answer, response) => void response.writeHead(200, { 'content-type': answer().type }).end(),
  },
  {
    name: 'an empty list',
    code: 'upstream_changed',
    attempts: 1,
    behave: (answer, response) => void response.writeHead(200, { 'content-type': answer().type }).end(emptied(answer())),
  },
  {
    name: 'an error document with status 200',
    code: 'upstream_changed',
    attempts: 1,
    behave: (answer, response) => void response.writeHead(200, { 'content-type': answer().type }).end('{"error":"maintenance"}'),
  },
  {
    name: 'a slow drip',
    code: 'upstream_unavailable',
    attempts: 2,
    options: impatient,
    behave(make, response) {
      const answer = make()
      response.writeHead(200, { 'content-type': answer.type })
      let at = 0
      const drip = setInterval(() => response.write(answer.body.slice(at, ++at) || ' '), 20)
      response.on('close', () => clearInterval(drip))
    },
  },
  { name: 'silence', code: 'upstream_unavailable', attempts: 2, options: impatient, behave: () => undefined },
  {
    name: 'a body over the cap, announced',
    code: 'upstream_changed',
    attempts: 1,
    options: { maxBytes: 20, mostBytes: 20 },
    behave: (answer, response) =>
      void response.writeHead(200, { 'content-length': Buffer.byteLength(answer().body) }).end(answer().body),
  },
  {
    name: 'a body over the cap, packed small',
    code: 'upstream_changed',
    attempts: 1,
    options: { maxBytes: 5_000, mostBytes: 5_000 },
    behave: (_answer, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  },
  { name: 'a redirect loop', code: 'upstream_changed', attempts: 6, behave: redirect('?') },
  { name: 'a redirect from https to http', code: 'upstream_changed', attempts: 1, behave: redirect('http://elsewhere.example/') },
  { name: 'a redirect to a file', code: 'upstream_changed', attempts: 1, behave: redirect('file:///etc/hostname') },
  { name: 'a redirect to nowhere', code: 'upstream_changed', attempts: 1, behave: redirect(null) },
]

function emptied({ type, body }: SampleAnswer): string | Uint8Array {
  if (typeof body !== 'string') return writeWorkbook({ Empty: [] })
  // A page without what it lists.
  if (type.includes('html')) return '<!DOCTYPE html>\n<html><body></body></html>'
  if (type.includes('header=absent')) return '\u001a\n'
  if (type.includes('ndjson')) return '\n'
  // The root alone.
  if (type.includes('xml')) return body.replace(/<(entry|item|Record|INDIVIDUAL|TimeSeries)\b[\s\S]*<\/\1>/, '')
  // Columns with blanks between them: the first line names them.
  if (type.includes('plain')) return `${body.split('\n')[0]}\n`
  // A line of the file's own may stand before the header.
  if (!type.includes('json'))
    return `${body.slice(0, body.search(/^[^\n]*[,;|][^\n]*$/m))}${/^[^\n]*[,;|][^\n]*$/m.exec(body)?.[0]}\n`
  return JSON.stringify(JSON.parse(body), (_member, value) => (Array.isArray(value) ? [] : isTable(value) ? {} : value))
}

/** An object of objects of one kind is a list by another name. */
function isTable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const shapes = Object.values(value).map((inner) =>
    typeof inner === 'object' && inner !== null ? Object.keys(inner).join() : '',
  )
  return shapes.length > 1 && shapes[0] !== '' && shapes.every((shape) => shape === shapes[0])
}
