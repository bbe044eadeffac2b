// One linear pass over hostile HTML: drops what is not shown, caps depth, attributes and elements, and writes plain bounded HTML.
import { Parser } from 'htmlparser2'
import { createBoundedWriter, escapeAttribute } from './bounded-writer.ts'
import { hiddenSelectors, hidesByStyle } from './hidden-selectors.ts'

export type PrunedPage = { html: string; jsonLd: string[]; scriptChars: number; elements: number; cut: boolean }

const limits = {
  depth: 150,
  parserDepth: 2000,
  elements: 40_000,
  chars: 3_000_000,
  textNodes: 60_000,
  blankRun: 200,
  attributeChars: 4000,
  jsonLdChars: 200_000,
}
const dropped = new Set(
  'script style template noscript iframe object embed applet audio video canvas svg map frameset frame input button select textarea option datalist progress meter dialog portal'.split(
    ' ',
  ),
)
const voids = new Set('area base br col hr img link meta source track wbr'.split(' '))
const keptAttributes = new Set(
  'href src data-src srcset alt class id lang xml:lang title datetime content name property itemprop itemscope itemtype rel role colspan rowspan align width height start reversed type data-lang data-language cite dir http-equiv abbr scope'.split(
    ' ',
  ),
)
// Any other attribute is passed over.
const usedAttributes = new Set([...keptAttributes, 'hidden', 'popover', 'aria-hidden', 'style', 'alttext'])

export function prunePage(html: string): PrunedPage {
  const writer = createBoundedWriter(limits)
  const open: ('kept' | 'flattened' | 'dropped')[] = []
  const hidden = new Set<string>()
  const page = { jsonLd: [] as string[], scriptChars: 0, cut: false }
  let depth = 0
  let droppedAt = -1
  let elements = 0
  let raw: { kind: 'style' | 'json-ld' | 'script'; text: string[] } | null = null

  const stop = () => {
    page.cut = true
    parser.pause()
  }
  // The parser's own event for a whole tag brings an object of all its attributes: seconds for a million. So it opens with what follows the tag.
  let begun: { name: string; attributes: Record<string, string> } | null = null
  const openBegun = () => {
    if (begun === null || page.cut) return
    const { name, attributes } = begun
    begun = null
    elements += 1
    if (elements > limits.elements || open.length > limits.parserDepth || writer.full) return stop()
    if (droppedAt >= 0) return void open.push('dropped')
    raw = rawText(name, attributes)
    if (name === 'math' && attributes.alttext) writer.text(` $${attributes.alttext.slice(0, 500)}$ `)
    if (dropped.has(name) || name === 'math' || (name !== 'html' && name !== 'body' && isHidden(attributes, hidden))) {
      droppedAt = open.length
      return void open.push('dropped')
    }
    const flat = depth >= limits.depth && !voids.has(name)
    open.push(flat ? 'flattened' : 'kept')
    if (flat) return
    if (!voids.has(name)) depth += 1
    writer.tag(openTag(name, attributes))
  }
  const parser = new Parser(
    {
      onopentagname(name) {
        openBegun()
        begun = { name, attributes: {} }
      },
      onattribute(name, value) {
        if (begun !== null && usedAttributes.has(name)) begun.attributes[name] ??= value
      },
      ontext(text) {
        openBegun()
        if (page.cut) return
        if (raw !== null) return void raw.text.push(text)
        if (droppedAt >= 0) return
        if (writer.full) return stop()
        writer.text(text)
      },
      onclosetag(name) {
        openBegun()
        if (page.cut) return
        const was = open.pop()
        if (open.length === droppedAt) droppedAt = -1
        if (raw !== null && (name === 'script' || name === 'style')) {
          const text = raw.text.join('')
          if (raw.kind === 'style') for (const selector of hiddenSelectors(text)) hidden.add(selector)
          if (raw.kind === 'json-ld' && text.length <= limits.jsonLdChars && page.jsonLd.length < 20) page.jsonLd.push(text)
          if (raw.kind === 'script') page.scriptChars += text.length
          raw = null
        }
        if (was !== 'kept' || voids.has(name)) return
        depth -= 1
        writer.tag(`</${name}>`)
      },
    },
    { decodeEntities: true, recognizeSelfClosing: false, lowerCaseTags: true },
  )
  // In pieces, so that a paused parser leaves the rest unread.
  for (let at = 0; at < html.length && !page.cut; at += 65_536) parser.write(html.slice(at, at + 65_536))
  if (page.cut) writer.tag('</body></html>')
  else parser.end()
  return { html: writer.html(), elements, ...page }
}

function rawText(
  name: string,
  attributes: Record<string, string>,
): { kind: 'style' | 'json-ld' | 'script'; text: string[] } | null {
  if (name === 'style') return { kind: 'style', text: [] }
  if (name !== 'script') return null
  return { kind: attributes.type?.toLowerCase().trim() === 'application/ld+json' ? 'json-ld' : 'script', text: [] }
}

function isHidden(attributes: Record<string, string>, hidden: ReadonlySet<string>): boolean {
  if ('hidden' in attributes && attributes.hidden !== 'until-found') return true
  // Shown when something is pressed.
  if ('popover' in attributes || attributes['aria-hidden'] === 'true') return true
  if (attributes.style !== undefined && hidesByStyle(attributes.style.slice(0, limits.attributeChars))) return true
  if (hidden.size === 0) return false
  if (attributes.id !== undefined && hidden.has(`#${attributes.id}`)) return true
  return (attributes.class ?? '')
    .slice(0, limits.attributeChars)
    .split(/\s+/)
    .some((name) => hidden.has(`.${name}`))
}

function openTag(name: string, attributes: Record<string, string>): string {
  const kept = Object.entries(attributes)
    .filter(([key, value]) => keptAttributes.has(key) && value.length <= limits.attributeChars)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return `<${/^[a-z][a-z0-9-]*$/.test(name) ? name : 'span'}${kept.join('')}>`
}
