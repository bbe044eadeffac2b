// JSON-RPC over HTTP for sources that poll a few figures of a chain; followers and contract sources have readers of their own.
import { TollgateError } from '../../base/errors.ts'
import { readOrSetAside, type SetAside } from '../aside.ts'
import type { FetchContext } from '../define.ts'
import { readRow, readRows } from '../formats/json.ts'

/** The method is repeated in the query, which providers ignore, so that logs and samples can tell questions apart. */
export async function askRpc(
  { http, signal }: Pick<FetchContext, 'http' | 'signal'>,
  url: string,
  method: string,
  params: readonly unknown[] = [],
  about = '',
): Promise<unknown> {
  const query = new URLSearchParams({ method, ...(about === '' ? {} : { about }) })
  const answer = readRow(
    await http.json(`${url}/?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
    }),
    method,
  )
  if (answer.error !== undefined && answer.error !== null)
    throw new TollgateError(
      typeof answer.error === 'object' ? 'upstream_refused' : 'upstream_changed',
      `${method}: ${JSON.stringify(answer.error).slice(0, 120)}`,
    )
  if (answer.result === undefined) throw new TollgateError('upstream_changed', `${method} has no result`)
  return answer.result
}

export interface View {
  readonly name: string
  readonly to: string
  readonly data: string
}

/**
 * Many views of contracts in one request: words by the views' names. `about` names the question for logs and samples. What `setAside`
 * takes has no word.
 */
export async function askViews(
  { http, signal }: Pick<FetchContext, 'http' | 'signal'>,
  url: string,
  about: string,
  views: readonly View[],
  setAside?: SetAside,
): Promise<ReadonlyMap<string, bigint>> {
  const calls = views.map(({ to, data }, id) => ({ jsonrpc: '2.0', id, method: 'eth_call', params: [{ to, data }, 'latest'] }))
  const answers = readRows(
    await http.json(`${url}/?${new URLSearchParams({ about })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
      signal,
    }),
    'the answers',
  )
  const byId = new Map(answers.map((answer) => [answer.id, answer.result]))
  return new Map(
    views.flatMap(({ name }, id) => {
      const read = () => [[name, readWord(byId.get(id), name)] as const]
      return readOrSetAside(() => name, read, setAside) ?? []
    }),
  )
}

function readWord(answer: unknown, name: string): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer))
    throw new TollgateError('upstream_changed', `${name} answers no word`)
  return BigInt(answer)
}

/** As a node answers a batch of views: words by the views' names, in the order they were asked. */
export const wordsSample = (words: readonly bigint[]): string =>
  JSON.stringify(words.map((word, id) => ({ jsonrpc: '2.0', id, result: `0x${word.toString(16).padStart(64, '0')}` })))
