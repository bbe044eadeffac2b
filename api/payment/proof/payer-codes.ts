// Whether a payer's address has code, a contract's or a delegation, as its chain says: remembered for a while, and asked but so much at once.
import type { Hex, PublicClient } from 'viem'

export interface PayerCodes {
  /** Fails when the chain cannot be asked, or is asked too much; null for a network without access. */
  hasCode(network: string, address: string): Promise<boolean> | null
  /** From now on it has. */
  made(network: string, address: string): void
}

export type PayerCodesOptions = {
  /** By CAIP-2 network. */
  readonly clients: ReadonlyMap<string, PublicClient>
  readonly mostAtOnce?: number
  readonly mostRemembered?: number
  readonly now?: () => number
}

// A key that gets a delegation must not be taken for a plain key for long: its settlement could then cost anything up to the limit.
const rememberWithoutMs = 5_000
const rememberWithMs = 600_000

export function createPayerCodes(o: PayerCodesOptions): PayerCodes {
  const { clients, mostAtOnce = 64, mostRemembered = 10_000, now = () => performance.now() } = o
  const known = new Map<string, { readonly hasCode: boolean; readonly until: number }>()
  const asking = new Map<string, Promise<boolean>>()

  async function ask(client: PublicClient, key: string, address: string): Promise<boolean> {
    const code = await client.getCode({ address: address as Hex })
    const hasCode = code !== undefined && code !== '0x'
    remember(key, hasCode)
    return hasCode
  }

  function remember(key: string, hasCode: boolean): void {
    known.delete(key)
    known.set(key, { hasCode, until: now() + (hasCode ? rememberWithMs : rememberWithoutMs) })
    if (known.size > mostRemembered) known.delete(known.keys().next().value!)
  }

  return {
    hasCode(network, address) {
      const client = clients.get(network)
      if (client === undefined) return null
      const key = keyOf(network, address)
      const last = known.get(key)
      if (last !== undefined && last.until > now()) return Promise.resolve(last.hasCode)
      const running = asking.get(key)
      if (running !== undefined) return running
      if (asking.size >= mostAtOnce) return Promise.reject(new Error('too many addresses are being looked up'))
      const asked = ask(client, key, address).finally(() => asking.delete(key))
      asking.set(key, asked)
      return asked
    },
    made: (network, address) => remember(keyOf(network, address), true),
  }
}

function keyOf(network: string, address: string): string {
  return `${network} ${address.toLowerCase()}`
}
