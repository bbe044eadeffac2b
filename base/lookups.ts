// Names of hosts are looked up once at a time, whoever asks: a name whose servers do not answer holds one thread for ten seconds, not one a call.
import { AsyncResource } from 'node:async_hooks'
import dns from 'node:dns'

type Answer = readonly unknown[]
type Callback = (...answer: Answer) => void
type Lookup = (hostname: string, options: object, callback: Callback) => void

/**
 * For all connections of this process. The C library looks names up in few threads, in which those of the database and of who
 * settles payments would wait behind others' dead ones.
 */
export function shareLookups(): void {
  const { lookup } = dns
  const shared = shareAsked(lookup as unknown as Lookup)
  // Node's connections read it from here, each anew.
  Object.assign(dns, { lookup: Object.defineProperties(shared, Object.getOwnPropertyDescriptors(lookup)) })
}

export function shareAsked(lookup: Lookup) {
  const waiting = new Map<string, Callback[]>()
  return (hostname: string, given: unknown, last?: Callback): void => {
    const [options, callback] = typeof given === 'function' ? [{}, given as Callback] : [optionsOf(given), last!]
    const asked = `${hostname} ${JSON.stringify(options)}`
    const others = waiting.get(asked)
    if (others !== undefined) {
      // Called by who asked first, it goes on as what it belongs to.
      others.push(AsyncResource.bind(callback))
      return
    }
    const all = [callback]
    waiting.set(asked, all)
    try {
      lookup(hostname, options, (...answer) => {
        waiting.delete(asked)
        for (const one of all) one(...answer)
      })
    } catch (error) {
      waiting.delete(asked)
      throw error
    }
  }
}

const optionsOf = (given: unknown): object =>
  typeof given === 'number' ? { family: given } : typeof given === 'object' && given !== null ? given : {}
