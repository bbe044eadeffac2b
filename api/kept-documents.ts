// Documents that take long to write are written now and then for no address in particular, and told under the address of whoever asks.
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'

export interface KeptDocuments {
  /** The document as JSON; `write` makes it for an origin, and says nothing else that a caller has a say in. */
  json(name: string, origin: string, write: (origin: string) => unknown): string
  text(name: string, origin: string, write: (origin: string) => string): string
}

const usualMs = 30_000
// A stranger may ask under as many addresses as there are ports.
const mostKept = 128
const mostCharacters = 16_777_216
// Under addresses that were not asked of late: some tens of milliseconds' work.
const mostToldInASecond = 8_388_608
const nowhere = 'https://origin.invalid'

export function createKeptDocuments(clock: Clock, keptMs = usualMs): KeptDocuments {
  const written = new Map<string, { readonly at: number; readonly text: string }>()
  const told = new Map<string, string>()
  let characters = 0
  let [secondEnds, toldInIt] = [0, 0]
  const spend = (length: number) => {
    if (performance.now() > secondEnds) [secondEnds, toldInIt] = [performance.now() + 1_000, 0]
    if (toldInIt > mostToldInASecond)
      throw new TollgateError('busy', 'Too many documents are being written; come back in a moment.', { retryAfterSeconds: 1 })
    toldInIt += length
  }
  const forgetTold = () => {
    told.clear()
    characters = 0
  }
  const textOf = (name: string, write: (origin: string) => string): string => {
    const now = clock.now().getTime()
    const known = written.get(name)
    if (known !== undefined && now - known.at < keptMs) return known.text
    const text = write(nowhere)
    written.set(name, { at: now, text })
    if (text !== known?.text) forgetTold()
    return text
  }
  const tell = (name: string, origin: string, write: (origin: string) => string): string => {
    const text = textOf(name, write)
    const key = `${name} ${origin}`
    let document = told.get(key)
    if (document === undefined) {
      spend(text.length)
      // The stream's address is the same one with a scheme of its own.
      document = text.replaceAll(nowhere, origin).replaceAll(webSocketOf(nowhere), webSocketOf(origin))
      if (told.size >= mostKept || characters + document.length > mostCharacters) forgetTold()
      told.set(key, document)
      characters += document.length
    }
    return document
  }
  return { text: tell, json: (name, origin, write) => tell(name, origin, (at) => JSON.stringify(write(at))) }
}

const webSocketOf = (origin: string): string => origin.replace(/^http/, 'ws')
