// What a fetched body is, from its declared type and, where that says little, its first bytes.
export type ContentKind = 'html' | 'json' | 'text' | 'markup' | 'pdf' | 'unsupported'

export function contentKind(contentType: string, bytes: Uint8Array): ContentKind {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  if (head.slice(0, 1024).includes('%PDF-') && (type === '' || type.includes('pdf') || type === 'application/octet-stream'))
    return 'pdf'
  // Whatever it calls itself: as text it would be read as words that nobody wrote.
  if (isBinary(bytes) && !/utf-?(?:16|32)/i.test(contentType)) return 'unsupported'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'unsupported'
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return 'json'
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml'))
    return type === 'image/svg+xml' ? 'unsupported' : 'markup'
  const looksHtml = beginsAsHtml(head)
  if (type === '' || type === 'application/octet-stream')
    return looksHtml ? 'html' : looksText(bytes) && type === '' ? 'text' : 'unsupported'
  if (type.startsWith('text/')) return looksText(bytes) ? 'text' : 'unsupported'
  return 'unsupported'
}

const isMarked = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

function looksText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 1024)
  return isMarked(head) || !head.includes(0)
}

const judgedBytes = 4_096
const mostControls = 0.01

/** More than a stray control character; tabs, breaks and the escapes of Japanese mail are none. */
function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, judgedBytes)
  const controls = head.reduce((sum, byte) => sum + (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b ? 1 : 0), 0)
  return !isMarked(head) && controls > mostControls * head.length
}

const blank = /[^\s\u00ef\u00bb\u00bf]/g
// As browsers tell it where nobody says (WHATWG MIME sniffing), and what pieces of pages begin with besides.
const opening =
  /<(?:!doctype\s{1,20}html|html|head|body|script|iframe|h[1-6]|div|font|table|a|style|title|b|br|p|article|section|main|ul|ol|meta|link|base|header|nav|pre|blockquote|center|span|img|hr|dl)(?=[\s>])/iy

// XML may begin with any of them and be no page.
const page = /<(?:!doctype\s{1,20}html|html)(?=[\s>])/iy

// One step at a time, since each comment may be followed by another: a pattern for that would try every way to part them.
export function beginsAsHtml(head: string): boolean {
  let at = 0
  let isXml = false
  for (;;) {
    blank.lastIndex = at
    const found = blank.exec(head)
    if (found === null) return false
    const declares = head.startsWith('<?xml', found.index)
    if (!declares && !head.startsWith('<!--', found.index)) {
      const begins = isXml ? page : opening
      begins.lastIndex = found.index
      return begins.test(head)
    }
    isXml ||= declares
    const sign = declares ? '?>' : '-->'
    const end = head.indexOf(sign, found.index + 4)
    if (end < 0) return false
    at = end + sign.length
  }
}
