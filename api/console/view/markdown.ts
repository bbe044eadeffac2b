// Markdown as a page shows it: headings, lists, tables, code and plain words. Whatever else stands in it stays text.
import { type Child, h, type PageNode } from './node.ts'

const mostLines = 4_000

export function showMarkdown(text: string): PageNode {
  const lines = text.split('\n').slice(0, mostLines)
  const blocks: Child[] = []
  for (let at = 0; at < lines.length; ) {
    const [block, next] = readBlock(lines, at)
    blocks.push(block)
    at = next
  }
  return h('div', { class: 'markdown' }, blocks)
}

type Read = readonly [block: Child, next: number]

function readBlock(lines: readonly string[], from: number): Read {
  const line = lines[from]!
  const heading = /^(#{1,6}) (.*)$/.exec(line)
  // The page has its own first headings.
  if (heading !== null) return [h(`h${Math.min(6, heading[1]!.length + 2)}`, null, words(heading[2]!)), from + 1]
  if (line.startsWith('```'))
    return readWhile(
      lines,
      from + 1,
      (one) => !one.startsWith('```'),
      1,
      (code) => h('pre', { tabindex: 0 }, code.join('\n')),
    )
  if (line.startsWith('|')) return readWhile(lines, from, (one) => one.startsWith('|'), 0, showTable)
  if (isItem(line))
    return readWhile(lines, from, isItem, 0, (items) =>
      h(
        'ul',
        { class: 'bullets' },
        items.map((one) => h('li', null, words(one.trimStart().replace(/^(?:[-*+]|\d{1,4}[.)]) /, '')))),
      ),
    )
  if (line.trim() === '') return [null, from + 1]
  // What stands for a picture or a page's end: a reader is told so, beside the words.
  const note = noteOf(line)
  if (note !== null) return [h('p', { class: 'soft aside' }, words(note[1]!)), from + 1]
  return readWhile(
    lines,
    from,
    (one) => one.trim() !== '' && !/^(#{1,6} |```|\|)/.test(one) && !isItem(one) && noteOf(one) === null,
    0,
    (prose) => h('p', null, words(prose.join(' '))),
  )
}

function readWhile(
  lines: readonly string[],
  from: number,
  fits: (line: string) => boolean,
  after: number,
  show: (of: readonly string[]) => Child,
): Read {
  let to = from
  while (to < lines.length && fits(lines[to]!)) to += 1
  return [show(lines.slice(from, to)), Math.max(to + after, from + 1)]
}

const noteOf = (line: string): RegExpExecArray | null => /^<!-- (.{1,200}) -->$/.exec(line.trim())

const isItem = (line: string): boolean => /^(?:[-*+]|\d{1,4}[.)]) /.test(line.trimStart())

function showTable(lines: readonly string[]): Child {
  const rows = lines.map(cellsOf)
  const isRule = (cells: readonly string[]) => cells.every((cell) => /^[:-]+$/.test(cell))
  const [head = [], ...rest] = rows.filter((cells) => !isRule(cells))
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Table' },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          head.map((cell) => h('th', { scope: 'col' }, words(cell))),
        ),
      ),
      h(
        'tbody',
        null,
        rest.map((cells) =>
          h(
            'tr',
            null,
            cells.map((cell) => h('td', null, words(cell))),
          ),
        ),
      ),
    ),
  )
}

/** A bar that a backslash stands before is part of its cell. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  for (let at = 0; at < line.length; at += 1) {
    const isBar = line[at] === '|' && line[at - 1] !== '\\'
    if (isBar) cells.push(cell)
    cell = isBar ? '' : cell + line[at]
  }
  cells.push(cell)
  const inner = cells.slice(1).map((one) => one.trim())
  return inner.at(-1) === '' ? inner.slice(0, -1) : inner
}

/** Strong words are strong; a backslash before a mark is only there for Markdown. */
function words(text: string): Child {
  return text.split('**').map((part, i) => (i % 2 === 1 ? h('strong', null, plain(part)) : plain(part)))
}

const plain = (text: string): string => text.replaceAll(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
