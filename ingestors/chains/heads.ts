// The newest block as its readers share it, held beside the other providers' now and then: one that stays behind is left for another.
// Where new blocks are told of, nobody is asked until one is.
import type { HeadNotices } from './head-notices.ts'
import { type Header, readHeader } from './header.ts'
import type { ManyRpc } from './rpc.ts'

const method = 'eth_getBlockByNumber'
const params = ['latest', false]
const livesMs = 300
// Whoever is to tell of new blocks may fall silent: so long one goes without asking, and a block this old should have been told.
const toldMs = 15_000
const untoldMs = 4_000
const compareEveryMs = 30_000
// Where nobody else answered, nothing was compared.
const compareAgainMs = 2_000
// What one may know later than another.
const mostBehindMs = 15_000
// One that stands still, one that is asked instead of it, and one more.
const mostAsked = 3

/** `tellers` learns whose answer a header is. */
export function createHeads(
  rpc: ManyRpc,
  notices: HeadNotices | null = null,
  tellers = new WeakMap<Header, number>(),
): () => Promise<Header> {
  let newest: { at: number; told: number; header: Promise<Header> } | null = null
  let compared = { at: 0, provider: 0 }
  const ask = () =>
    rpc.ask(method, params, (answer, provider) => {
      const header = readHeader(answer, null)
      tellers.set(header, provider)
      return { header, provider }
    })

  async function isBehind({ header, provider }: Awaited<ReturnType<typeof ask>>): Promise<boolean> {
    // Whoever is asked anew after a rest may still stand where it stood.
    const isDue = provider !== compared.provider || Date.now() - compared.at >= compareEveryMs
    if (!rpc.hasOthers || !isDue) return false
    compared = { at: Date.now(), provider }
    const others = await rpc.askOthers(provider, method, params, (answer) => readHeader(answer, null))
    if (others.length === 0) compared = { at: Date.now() - compareEveryMs + compareAgainMs, provider }
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

  // A block that nobody told of, and that is no news any more.
  async function judgeNotices(before: Header, told: number, asked: Promise<Header>): Promise<void> {
    const header = await asked
    const isUntold = notices?.isHeard === true && notices.count === told && header.number > before.number
    if (isUntold && Date.now() - header.time.getTime() > untoldMs) notices.leave()
  }

  // Several sources look for the same newest block at about the same time.
  return () => {
    const told = notices?.count ?? 0
    const age = newest === null ? Number.POSITIVE_INFINITY : Date.now() - newest.at
    const isTold = notices?.isHeard === true && newest?.told === told
    if (newest === null || age > (isTold ? toldMs : livesMs)) {
      const before = newest
      const asked = read()
      newest = { at: Date.now(), told, header: asked }
      if (before !== null && isTold) before.header.then((header) => judgeNotices(header, told, asked)).catch(() => undefined)
      asked.catch(() => {
        newest = null
      })
    }
    return newest.header
  }
}
