// What a browser would act on in Markdown, by a reader that holds nothing back: tags, addresses and pictures that should not be there.
import { Parser } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const inert = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del hr br a table thead tbody tr th td sup sub input section'.split(
    ' ',
  ),
)
// What the document service writes itself, where spans ask for it.
const spans = new Set(['rowspan', 'colspan'])

export function liveMarkup(markdown: string, allowed: { readonly images?: boolean } = {}): string[] {
  const options = { allowDangerousHtml: true, allowDangerousProtocol: true }
  const html = micromark(markdown, { ...options, extensions: [gfm()], htmlExtensions: [gfmHtml({ tagfilter: false } as never)] })
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'img' && !allowed.images) found.push(`img ${attributes.src}`)
      else if (name !== 'img' && !inert.has(name)) found.push(`<${name}>`)
      for (const [key, value] of Object.entries(attributes)) {
        if (/^on/.test(key) || key === 'style') found.push(`${name} ${key}=${value}`)
        if ((key === 'href' || key === 'src') && isLive(value)) found.push(`${name} ${key}=${value}`)
        if (name === 'td' && !spans.has(key) && key !== 'align') found.push(`td ${key}`)
      }
    },
    oncomment: (text) => {
      if (!/^ page \d+ $/.test(text)) found.push(`comment ${text}`)
    },
    onprocessinginstruction: (name) => void found.push(name),
  })
  parser.end(html)
  return found
}

// Browsers drop blanks and controls before they look for the scheme.
function isLive(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: dropping control characters is the purpose
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(decodeAll(address).replace(/[\u0000-\u0020\u007f]/g, ''))?.[1]
  return scheme !== undefined && !/^(?:https?|mailto|tel)$/i.test(scheme)
}

function decodeAll(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
