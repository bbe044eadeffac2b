// Documents that take long to write are written now and then for no address in particular, and told under the address of whoever asks.
import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'
import { ownBytes } from '../base/own-bytes.ts'
import { createSecondBudget } from './second-budget.ts'

/** A document as it leaves; its tag is another one where a byte of it is. */
export interface Told {
  readonly bytes: Buffer
  readonly tag: string
}

export interface KeptDocuments {
  /** The document as JSON; `write` makes it for an origin, and says nothing else that a caller has a say in. */
  json(name: string, origin: string, write: (origin: string) => unknown): Told
  text(name: string, origin: string, write: (origin: string) => string): Told
}

interface Written {
  readonly at: number
  /** Of its text under no address. */
  readonly tag: string
  /** What stands between its own addresses, and which of both each of them is. */
  readonly parts: readonly Buffer[]
  readonly addresses: readonly ('web' | 'stream')[]
  /** Under some address. */
  isTold: boolean
}

// Most say what a gateway knows when it starts: once they are written, they stand.
const usualMs = Number.POSITIVE_INFINITY
// A stranger may ask under as many addresses as there are ports.
const mostKept = 128
const mostBytes = 6_291_456
// Under one address more than the first: what callers vary must not fill the memory faster than it is cleared.
const mostToldInASecond = 2_097_152
const nowhere = 'https://origin.invalid'

export function createKeptDocuments(clock: Clock, keptMs = usualMs): KeptDocuments {
  const written = new Map<string, Written>()
  const kept = new Map<string, Told>()
  let bytes = 0
  const mayTell = createSecondBudget(mostToldInASecond)
  const forget = (isGone: (key: string) => boolean) => {
    for (const [key, told] of kept) {
      if (!isGone(key)) continue
      kept.delete(key)
      bytes -= told.bytes.length
    }
  }
  const writtenAs = (name: string, write: (origin: string) => string): Written => {
    const now = clock.now().getTime()
    const known = written.get(name)
    if (known !== undefined && now - known.at < keptMs) return known
    const text = write(nowhere)
    const tag = tagOf(text)
    const isSame = known?.tag === tag
    const fresh = isSame ? { ...known, at: now } : { at: now, tag, ...splitAtAddresses(text), isTold: false }
    written.set(name, fresh)
    // The others are what they were: told again, they would use up what may be told in a second.
    if (!isSame) forget((key) => key.slice(0, key.lastIndexOf(' ')) === name)
    return fresh
  }
  const tell = (name: string, origin: string, write: (origin: string) => string): Told => {
    const document = writtenAs(name, write)
    const key = `${name} ${origin}`
    const known = kept.get(key)
    if (known !== undefined) return known
    if (document.isTold && !mayTell(lengthOf(document)))
      throw new TollgateError('busy', 'Too many documents are being written; come back in a moment.', { retryAfterSeconds: 1 })
    document.isTold = true
    const told = tellAt(document, origin)
    if (kept.size >= mostKept || bytes + told.bytes.length > mostBytes) forget(() => true)
    kept.set(key, told)
    bytes += told.bytes.length
    return told
  }
  return { text: tell, json: (name, origin, write) => tell(name, origin, (at) => JSON.stringify(write(at))) }
}

/** Its own addresses are cut out once, so that telling it is copying bytes. */
function splitAtAddresses(text: string): Pick<Written, 'parts' | 'addresses'> {
  const [pieces, addresses]: [string[], Written['addresses'][number][]] = [[], []]
  for (const [i, piece] of text.split(/(https|wss):\/\/origin\.invalid/).entries())
    if (i % 2 === 0) pieces.push(piece)
    else addresses.push(piece === 'https' ? 'web' : 'stream')
  const whole = ownBytes(Buffer.from(pieces.join('')))
  let end = 0
  const parts = pieces.map((piece) => {
    const start = end
    end += Buffer.byteLength(piece)
    return whole.subarray(start, end)
  })
  return { parts, addresses }
}

const lengthOf = ({ parts }: Written): number => parts.reduce((sum, { length }) => sum + length, 0)

function tellAt({ tag, parts, addresses }: Written, origin: string): Told {
  // The stream's address is the same one with a scheme of its own.
  const own = { web: Buffer.from(origin), stream: Buffer.from(origin.replace(/^http/, 'ws')) }
  const bytes = ownBytes(...parts.flatMap((part, i) => (i === 0 ? [part] : [own[addresses[i - 1]!], part])))
  return { bytes, tag: tagOf(`${tag} ${origin}`) }
}

export const tagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
