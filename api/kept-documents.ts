// Documents that take long to write are written now and then for no address in particular, and told under the address of whoever asks.
import type { Clock } from '../base/clock.ts'

export interface KeptDocuments {
  /** The document as JSON; `write` makes it for an origin, and says nothing else that a caller has a say in. */
  json(name: string, origin: string, write: (origin: string) => unknown): string
  text(name: string, origin: string, write: (origin: string) => string): string
}

const keptMs = 30_000
// A stranger may ask under as many addresses as there are ports.
const mostKept = 128
const mostCharacters = 16_777_216
const nowhere = 'https://origin.invalid'

export function createKeptDocuments(clock: Clock): KeptDocuments {
  const written = new Map<string, { readonly at: number; readonly text: string }>()
  const told = new Map<string, string>()
  let characters = 0
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
