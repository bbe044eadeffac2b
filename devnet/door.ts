// The demo chain's door for wallets: a port of this machine that websites cannot speak through and that passes on ordinary calls alone.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { TollgateError } from '../base/errors.ts'
import { judgeCalls } from './door-methods.ts'

export interface Door {
  readonly url: string
  stop(): Promise<void>
}

const host = '127.0.0.1'
const mostBodyBytes = 1_000_000
const chainDeadlineMs = 60_000
// No CORS among them: a page may not read what is said here.
const guarded = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export async function openDoor(options: { readonly port: number; readonly chainUrl: string }): Promise<Door> {
  const { port, chainUrl } = options
  const names = new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`))
  const server = createServer({ requestTimeout: 20_000, headersTimeout: 10_000 }, (question, answer) => {
    const refused = refusalOf(question, names)
    if (refused !== null) return end(answer, refused.status, { error: refused.reason })
    readAll(question)
      .then((body) => (body === null ? end(answer, 413, { error: 'too large' }) : passOn(body, chainUrl, answer)))
      .catch(() => answer.destroy()) // whoever asked hung up, or sent what cannot be written down again
  })
  server.maxConnections = 200
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, listening)
  }).catch((error) => {
    const hint = 'is the port taken? Set DEVNET_PORT.'
    throw new TollgateError('chain_unavailable', `The demo chain cannot listen on ${host}:${port}; ${hint}`, { cause: error })
  })
  return {
    url: `http://${host}:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

// A name that was made to point here is not ours, and a browser says whose page it asks for. Wallets in the browser are extensions.
function refusalOf(
  { method, headers }: IncomingMessage,
  names: ReadonlySet<string>,
): { readonly status: number; readonly reason: string } | null {
  if (!names.has((headers.host ?? '').toLowerCase())) return { status: 403, reason: 'not a name of this port' }
  if (headers.origin !== undefined && !/^[a-z]{1,10}-extension:\/\//.test(headers.origin))
    return { status: 403, reason: 'web pages have no access' }
  if (headers['sec-fetch-site'] === 'cross-site' && headers.origin === undefined)
    return { status: 403, reason: 'web pages have no access' }
  if (method !== 'POST') return { status: 405, reason: 'JSON-RPC by POST' }
  // What a form of a page can send without being asked for leave is of another type.
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return { status: 415, reason: 'application/json' }
  return null
}

async function readAll(question: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of question as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function passOn(body: string, chainUrl: string, answer: ServerResponse): void {
  const judged = judgeCalls(body)
  if ('refusal' in judged) {
    end(answer, 200, judged.refusal)
    return
  }
  const passed = request(chainUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, timeout: chainDeadlineMs })
  passed.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, { ...guarded, 'content-type': 'application/json' })
    response.pipe(answer)
    response.once('error', () => answer.destroy())
  })
  passed.once('timeout', () => passed.destroy(new Error('the chain did not answer in time')))
  passed.once('error', () => (answer.headersSent ? answer.destroy() : end(answer, 502, { error: 'the chain does not answer' })))
  answer.once('close', () => passed.destroy())
  passed.end(JSON.stringify(judged.calls))
}

function end(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { ...guarded, 'content-type': 'application/json', ...(status === 413 ? { connection: 'close' } : {}) })
  answer.end(JSON.stringify(body))
}
