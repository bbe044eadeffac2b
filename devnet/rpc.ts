// One JSON-RPC call to the local chain; its own methods (anvil_*) have no place in a general client.
import { TollgateError } from '../base/errors.ts'

export type Rpc = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>

export function createRpc(url: string): Rpc {
  return async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = (await response.json()) as { result?: T; error?: { message: string } }
    if (answer.error) throw new TollgateError('chain_unavailable', `${method}: ${answer.error.message}`)
    return answer.result as T
  }
}
