// Documents that take long to write are written once a minute for each address they are told under.
import type { Clock } from '../clock.ts'

export interface KeptDocuments {
  /** The document as JSON. */
  json(name: string, origin: string, write: () => unknown): string
}

const keptMs = 30_000
// Each host of ours twice over: more would be somebody trying out ports.
const mostKept = 128
const mostBytes = 16_777_216

export function createKeptDocuments(clock: Clock): KeptDocuments {
  const kept = new Map<string, { readonly at: number; readonly text: string }>()
  let bytes = 0
  const forget = (key: string) => {
    bytes -= kept.get(key)?.text.length ?? 0
    kept.delete(key)
  }
  return {
    json(name, origin, write) {
      const key = `${name} ${origin}`
      const now = clock.now().getTime()
      const known = kept.get(key)
      if (known !== undefined && now - known.at < keptMs) return known.text
      forget(key)
      const text = JSON.stringify(write())
      kept.set(key, { at: now, text })
      bytes += text.length
      while (kept.size > mostKept || bytes > mostBytes) forget(kept.keys().next().value!)
      return text
    },
  }
}
