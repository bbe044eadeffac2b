// The newest block as its readers share it, held beside the other providers' now and then: one that stays behind is left for another.
import { type Header, readHeader } from './header.ts'
import type { ManyRpc } from './rpc.ts'

const method = 'eth_getBlockByNumber'
const params = ['latest', false]
const livesMs = 300
const compareEveryMs = 30_000
// What one may know later than another.
const mostBehindMs = 15_000
// One that stands still, one that is asked instead of it, and one more.
const mostAsked = 3

export function createHeads(rpc: ManyRpc): () => Promise<Header> {
  let newest: { at: number; header: Promise<Header> } | null = null
  let compared = { at: 0, provider: 0 }
  const ask = () => rpc.ask(method, params, (answer, provider) => ({ header: readHeader(answer, null), provider }))

  async function isBehind({ header, provider }: Awaited<ReturnType<typeof ask>>): Promise<boolean> {
    // Whoever is asked anew after a rest may still stand where it stood.
    const isDue = provider !== compared.provider || Date.now() - compared.at >= compareEveryMs
    if (!rpc.hasOthers || !isDue) return false
    compared = { at: Date.now(), provider }
    const others = await rpc.askOthers(provider, method, params, (answer) => readHeader(answer, null))
    const isOld = others.some(
      (other) => other.number > header.number && other.time.getTime() - header.time.getTime() > mostBehindMs,
    )
    if (isOld) rpc.doubt('head', provider)
    return isOld
  }

  async function read(): Promise<Header> {
    for (let left = mostAsked; ; left--) {
      const asked = await ask()
      if (left === 1 || !(await isBehind(asked))) return asked.header
    }
  }

  // Several sources look for the same newest block at about the same time.
  return () => {
    if (newest === null || Date.now() - newest.at > livesMs) {
      const asked = read()
      newest = { at: Date.now(), header: asked }
      asked.catch(() => {
        newest = null
      })
    }
    return newest.header
  }
}
