// One JSON-RPC call to one provider, within a time limit and a size limit.
import { causeOf } from '../../base/errors.ts'
import { noWayOut } from '../../base/way-out.ts'
import { parseRetryAfterMs } from '../client/refusal.ts'
import { faultOf, RpcFault } from './rpc-fault.ts'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

const mostBytes = 64 * 1024 * 1024

export async function callProvider(url: string, call: RpcCall, timeoutMs: number, stop: AbortSignal): Promise<unknown> {
  stop.throwIfAborted()
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params }),
      signal: AbortSignal.any([late, stop]),
      // Followed by nobody, and told as the status that it is.
      redirect: 'manual',
    })
    const text = await readText(response)
    const answer = parse(text)
    if (answer !== null && isError(answer)) throw faultOf(call.method, answer.error, response.status)
    if (!response.ok) throw statusFault(call.method, response)
    if (answer === null || !('result' in answer)) throw new RpcFault('broken', call.method, { why: 'no answer in JSON' })
    return answer.result
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof RpcFault) throw error
    throw new RpcFault(late.aborted ? 'late' : 'broken', call.method, { why: whyUnsent(error) })
  }
}

// What Node and the system call it: their sentences may hold the address.
function whyUnsent(error: unknown): string | undefined {
  const { code, message } = causeOf(error) as NodeJS.ErrnoException
  if (code === noWayOut) return message
  return code !== undefined && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : undefined
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new RpcFault('too_much', 'the answer')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null // half an answer, or a page of a proxy: the caller tells it as broken
  }
}

function isError(answer: object): answer is { error: { code?: unknown; message?: unknown } } {
  return 'error' in answer && typeof answer.error === 'object' && answer.error !== null
}

function statusFault(method: string, response: Response): RpcFault {
  if (response.status === 429)
    return new RpcFault('rate', method, { retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after')) })
  return new RpcFault(response.status === 413 ? 'too_much' : 'broken', method, { why: `HTTP ${response.status}` })
}
