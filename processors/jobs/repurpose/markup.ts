// What a text in Markdown or HTML says to a reader: its headings, items and paragraphs without their marks; code, tables and pictures left out.
import { Parser } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const marks: readonly RegExp[] = [
  /\]\(\S/, // a link
  /^ {0,3}\[[^\]\n]{1,200}\]: {0,3}\S/m, // where a link leads
  /^ {0,3}(?:```|~~~)/m, // code
  /^ {0,3}#{1,6} {1,3}\S/m, // a heading
  /^\|?(?: {0,20}:?-{3,100}:? {0,20}\|){1,50}/m, // a table
  /\*\*[^\s*][^*\n]{0,200}\*\*/, // strong words
]
const tags = /<\/(?:p|a|div|span|li|h[1-6]|b|i|em|strong|td|body)>/i
// In a page's own text stars and bars are what they are.
const page = /^\s*<(?:!doctype|html|head|body)\b/i

const leftOut = new Set(
  'pre table script style template noscript iframe svg math head nav button select textarea object audio video canvas'.split(' '),
)
const blocks = new Set(
  'p div section article main aside header footer blockquote ul ol dl dt dd figure figcaption details summary form fieldset hr h1 h2 h3 h4 h5 h6 li'.split(
    ' ',
  ),
)

const item = '- '
// A note stands as a paragraph of its own; its calls go, and the marks of struck words.
const note = /^ {0,3}\[\^[^\]\s]{1,40}\]:(.*)$/gm
const stripped = /\[\^[^\]\s]{1,40}\]|~~/g
// Plain text is often indented; the others take time in no proportion to what is given.
const unread = ['codeIndented', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall', 'gfmFootnoteDefinition', 'strikethrough']

/** Null where it is no more than plain text. */
export function withoutMarkup(text: string): string | null {
  if (page.test(text)) return textOf(text)
  if (!marks.some((mark) => mark.test(text)) || text.split('\n').some(isDeep)) return tags.test(text) ? textOf(text) : null
  return textOf(
    micromark(text.replace(note, '\n$1\n').replace(stripped, ''), {
      allowDangerousHtml: true,
      extensions: [gfm(), { disable: { null: unread } }],
      htmlExtensions: [gfmHtml()],
    }),
  )
}

// Lists and quotations in one another, deeper than anybody writes: their time grows with the third power of how deep.
const deepest = 20
const ahead = /^[\s>*+\-\d.)]*/

function isDeep(line: string): boolean {
  const marks = ahead.exec(line)![0]
  if (marks.length <= deepest) return false
  const indent = marks.length - marks.trimStart().length
  return (marks.match(/[*+-]\s|>/g)?.length ?? 0) + (/[>*+\-\d]/.test(marks) ? indent / 2 : 0) > deepest
}

function textOf(html: string): string {
  const lines: string[] = []
  let line = ''
  let mark = ''
  let hidden = 0
  // Of a list of contents an item is no more than the way to its place.
  let isWay = false
  let hasOwn = false
  const end = () => {
    const said = line.replace(/\s+/g, ' ').trim()
    if (said !== '' && (mark !== item || hasOwn)) {
      lines.push(`${mark}${said}`)
      mark = ''
    }
    line = ''
    hasOwn = false
  }
  const parser = new Parser({
    onopentagname(name) {
      if (leftOut.has(name)) hidden++
      if (blocks.has(name) || leftOut.has(name)) end()
      if (name === 'br') line += ' '
      if (/^h[1-6]$/.test(name)) mark = `${'#'.repeat(Number(name[1]))} `
      if (name === 'li') mark = item
    },
    onopentag(name, { href }) {
      if (name === 'a') isWay = href?.startsWith('#') ?? false
    },
    ontext(part) {
      if (hidden > 0) return
      line += part
      hasOwn ||= !isWay && part.trim() !== ''
    },
    onclosetag(name) {
      if (name === 'a') isWay = false
      if (leftOut.has(name)) hidden = Math.max(0, hidden - 1)
      if (blocks.has(name) || leftOut.has(name)) {
        end()
        mark = ''
      }
    },
  })
  parser.end(html)
  end()
  return lines.join('\n\n')
}
