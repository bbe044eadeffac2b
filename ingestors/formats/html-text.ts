// Texts that upstreams take out of their pages with the pages' character references left in: "Small Business &amp; Training".
import { Parser } from 'htmlparser2'

/** As a reader of the page sees it. */
export function htmlText(text: string): string {
  if (!/&[#a-z0-9]+;/i.test(text)) return text
  let shown = ''
  // Only references are resolved: a bracket in a title opens no element.
  const parser = new Parser({ ontext: (part) => (shown += part) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return shown.replace(/\s+/g, ' ').trim()
}
