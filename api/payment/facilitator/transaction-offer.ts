// Offers signed bytes to a node until it has them or says why not; bytes without an answer are offered again as they are.
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError, type Hex, HttpRequestError, type PublicClient, TimeoutError } from 'viem'

export type Offered =
  | { readonly kind: 'sent' }
  /** It may be on the chain or get there yet. */
  | { readonly kind: 'unknown'; readonly error: unknown }
  /** The number is used by another transaction. */
  | { readonly kind: 'taken'; readonly error: unknown }
  | { readonly kind: 'cheap'; readonly error: unknown }
  | { readonly kind: 'refused'; readonly error: unknown }

const offerForMs = 5_000
const pauseMs = 250

// What nodes say: geth and its kin, reth, anvil, nethermind.
const isKnown = /already known|already imported|known transaction|alreadyknown/i
const isTaken = /nonce too low|oldnonce|replacement transaction underpriced|replacementnotallowed|could not replace/i
const isCheap = /less than block base fee|transaction underpriced|feetoolow/i
const isRefused = /insufficient funds|insufficientfunds|intrinsic gas/i

export type Offer = {
  /** Asked in turn, one after another: what the first may have taken must not look like another's to the second. */
  readonly nodes: readonly PublicClient[]
  readonly bytes: Hex
  readonly transaction: Hex
}

export async function offerTransaction({ nodes, bytes, transaction }: Offer): Promise<Offered> {
  const until = performance.now() + offerForMs
  for (let attempt = 0; ; attempt++) {
    const mayBeThere = attempt > 0
    const client = nodes[attempt % nodes.length]!
    try {
      await client.request({ method: 'eth_sendRawTransaction', params: [bytes] }, { retryCount: 0 })
      return { kind: 'sent' }
    } catch (error) {
      const said = isOutage(error) ? '' : whatWasSaid(error)
      if (isKnown.test(said)) return { kind: 'sent' }
      if (isTaken.test(said)) {
        if (!mayBeThere) return { kind: 'taken', error }
        return (await isThere(nodes, transaction)) ? { kind: 'sent' } : { kind: 'unknown', error }
      }
      if (isCheap.test(said) && !mayBeThere) return { kind: 'cheap', error }
      if (isRefused.test(said) && !mayBeThere) return { kind: 'refused', error }
      if (performance.now() > until) return { kind: 'unknown', error }
      if ((attempt + 1) % nodes.length === 0) await sleep(pauseMs)
    }
  }
}

async function isThere(nodes: readonly PublicClient[], hash: Hex): Promise<boolean> {
  for (const node of nodes) {
    // Not known to one and not to be asked are the same while another may know it.
    const found = await node.getTransaction({ hash }).catch(() => null)
    if (found !== null) return true
  }
  return false
}

/** No answer came, or none of the node's own. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  return error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
}

function whatWasSaid(error: unknown): string {
  return error instanceof BaseError ? `${error.details} ${error.message}` : ''
}
