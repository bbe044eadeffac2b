// One JSON-RPC call to the local chain; its own methods (anvil_*) have no place in a general client.
import { TollgateError } from '../base/errors.ts'

export type Rpc = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>

// A chain that is gone refuses at once; one that is slow is a machine busy with starting everything else, and no reason to end.
const patienceMs = 60_000

export function createRpc(url: string, timeoutMs = patienceMs): Rpc {
  return async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error
      throw new TollgateError('chain_unavailable', `${method}: the local chain has not answered for ${timeoutMs / 1_000} s.`)
    })
    const answer = (await response.json()) as { result?: T; error?: { message: string } }
    if (answer.error) throw new TollgateError('chain_unavailable', `${method}: ${answer.error.message}`)
    return answer.result as T
  }
}
