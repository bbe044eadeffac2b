// Bytes to text by the web's rules: byte order mark, then the header's charset, then the page's own, then what the bytes look like.
import { isUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'

export type Decoded = { text: string; charset: string; replaced: boolean }

export function decodeText(bytes: Uint8Array, headerCharset: string | null, kind: 'html' | 'other'): Decoded {
  const options = {
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
    xml: kind === 'other',
    ...(headerCharset === null ? {} : { transportLayerEncodingLabel: headerCharset }),
  }
  const told = decodeBy(bytes, sniffEncoding(bytes, options))
  if (!told.replaced || headerCharset === null || isUtf8(bytes)) return told
  // A server that says UTF-8 of whatever it sends is less sure than the page itself, where that can be read whole.
  const own = decodeBy(bytes, sniffEncoding(bytes, { defaultEncoding: 'UTF-8', xml: kind === 'other' }))
  return told.charset === 'utf-8' && !own.replaced ? own : told
}

function decodeBy(bytes: Uint8Array, charset: string): Decoded {
  // "replacement" stands for encodings that browsers refuse because they can smuggle markup.
  const decoder = new TextDecoder(charset === 'replacement' ? 'utf-8' : charset)
  const text = decoder.decode(bytes)
  return { text, charset: decoder.encoding, replaced: text.includes('\ufffd') }
}

export function charsetOf(contentType: string): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(contentType)?.[1] ?? null
}
