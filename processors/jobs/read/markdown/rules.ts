// How this product writes Markdown: the converter's defaults plus code with languages, notes, definition lists and small marks.
import TurndownService from 'turndown'
import type { PageElement } from '../html/dom.ts'
import { codeLanguage, codeText, fencedCode } from './code.ts'

// Marks a <pre> that already holds finished Markdown; the pruner lets no page bring this attribute along.
export const readyMark = 'data-ready-markdown'

// No character: none that a page brings is taken for it.
const bracketMark = '\ufdd0'

/** Once all is written: a backslash where a tag could begin, and nothing where none can. */
export const settleBrackets = (markdown: string): string =>
  markdown.replaceAll(/\ufdd0<(?=[ \n\t\d=-])/g, '<').replaceAll(bracketMark, '\\')

const note = /(?:^|[\s_-])(?:admonition|callout|alert|infobox)(?:$|[\s_-])/i

export function createConverter(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    strongDelimiter: '**',
    br: '  ',
  })
  // The page's own words: a bracket of theirs may begin a tag with whatever comes behind it, which only the whole text shows.
  const escapeWords = service.escape.bind(service)
  service.escape = (text) => escapeWords(text).replaceAll('<', `${bracketMark}<`)
  const rule = (name: string, matches: (e: PageElement) => boolean, write: (content: string, e: PageElement) => string) =>
    service.addRule(name, {
      filter: (node) => matches(node as never),
      replacement: (content, node) => write(content, node as never),
    })
  const block = (text: string) => (text.trim() === '' ? '' : `\n\n${text.trim()}\n\n`)
  const quoted = (text: string) => block(text.trim().replace(/^/gm, '> ').replace(/^> $/gm, '>'))

  rule(
    'code',
    (e) => e.localName === 'pre',
    (_, e) => block(fencedCode(codeText(e), codeLanguage(e))),
  )
  rule(
    'ready',
    (e) => e.localName === 'pre' && e.hasAttribute(readyMark),
    (_, e) => block(e.textContent),
  )
  rule(
    'strike',
    (e) => /^(del|s|strike)$/.test(e.localName),
    (content) => (content.trim() === '' ? content : `~~${content}~~`),
  )
  rule(
    'raised',
    (e) => e.localName === 'sup' || e.localName === 'sub',
    (content, e) => (content.trim() === '' ? '' : `<${e.localName}>${content}</${e.localName}>`),
  )
  rule('note', (e) => e.localName !== 'p' && note.test(e.className ?? ''), quoted)
  rule(
    'note title',
    (e) => /(?:admonition|callout)-(?:title|heading)/i.test(e.className ?? ''),
    (content) => block(`**${content.trim()}**`),
  )
  rule('item', (e) => e.localName === 'li', createListItem())
  rule(
    'term',
    (e) => e.localName === 'dt',
    (content) => (content.trim() === '' ? '' : `\n\n**${content.trim()}**\n`),
  )
  rule(
    'definition',
    (e) => e.localName === 'dd',
    (content) => (content.trim() === '' ? '' : `\n: ${content.trim().replace(/\n/g, '\n  ')}\n`),
  )
  rule('quoted from', (e) => e.localName === 'cite' && e.closest('blockquote') !== null, block)
  rule(
    'summary',
    (e) => e.localName === 'summary',
    (content) => block(`**${content.trim()}**`),
  )
  return service
}

// The converter's own items are padded to four columns; these keep the usual one space.
function createListItem(): (content: string, item: PageElement) => string {
  const places = new WeakMap<PageElement, Map<PageElement, number>>()
  return (content, item) => {
    const list = item.parentElement
    const text = content.trim()
    if (text === '') return ''
    if (list?.localName !== 'ol') return `- ${text.replace(/\n/g, '\n  ')}\n`
    // Counted once per list: asking each item for its place would be quadratic.
    if (!places.has(list)) {
      const items = [...list.children].filter((e) => e.localName === 'li')
      places.set(list, new Map(items.map((e, place) => [e, place])))
    }
    const start = Number.parseInt(list.getAttribute('start') ?? '1', 10)
    const marker = `${(Number.isNaN(start) ? 1 : start) + (places.get(list)?.get(item) ?? 0)}. `
    return `${marker}${text.replace(/\n/g, `\n${' '.repeat(marker.length)}`)}\n`
  }
}
