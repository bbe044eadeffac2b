// Strangers' data in any number of pieces, each kind made to hurt whoever compares them all.
import type { PageText, Word } from '../../processors/jobs/convert/page-text.ts'
import type { PageRuns } from '../../processors/jobs/convert/poppler/runs.ts'

const font = { size: 10, bold: false, italic: false, mono: false, font: 'F', color: '#000000' }

export function word(i: number, x: number, y: number, more: Partial<Word> = {}): Word {
  return { x0: x, y0: y, x1: x + 8, y1: y + 10, text: `w${i % 977}`, block: i, line: i, ...font, ...more }
}

export const manyWords: Record<string, (n: number) => Word[]> = {
  'in one place': (n) => Array.from({ length: n }, (_, i) => word(i, 100, 100)),
  'in one row, apart': (n) => Array.from({ length: n }, (_, i) => word(i, i * 60, 100)),
  'in one row, side by side': (n) => Array.from({ length: n }, (_, i) => word(i, i * 9, 100)),
  'in one row, gaping': (n) => Array.from({ length: n }, (_, i) => word(i, i * 40, 100)),
  'in one source line': (n) => Array.from({ length: n }, (_, i) => word(i, i * 30, 100, { line: 1 })),
  'in one column': (n) => Array.from({ length: n }, (_, i) => word(i, 100, i * 12)),
  'in a staircase': (n) => Array.from({ length: n }, (_, i) => word(i, i * 3, i * 3)),
  'in a grid': (n) => Array.from({ length: n }, (_, i) => word(i, (i % 100) * 40, Math.floor(i / 100) * 14)),
  'of all heights': (n) => Array.from({ length: n }, (_, i) => word(i, i % 600, 100, { y1: 110 + (i % 400) })),
  'raised over each other': (n) =>
    Array.from({ length: n }, (_, i) => word(i, i * 8, 100, { size: i % 2 === 0 ? 10 : 6, text: 'ab' })),
}

export const pageOf = (words: Word[]): PageText => ({ number: 1, width: 612, height: 792, words })

export const manyRuns: Record<string, (n: number) => { page: PageText; drawn: PageRuns }> = {
  'over each other': (n) => runsAt(n, () => [100, 100, 50]),
  'in one row': (n) => runsAt(n, (i) => [i * 60, 100, 50]),
  'as long as the row': (n) => runsAt(n, (i) => [i, 100, 10_000]),
  turned: (n) => runsAt(n, (i) => [i, 400, 0]),
  'of signs over each other': (n) => signsAt(n, () => 100),
  'of signs in one row': (n) => signsAt(n, (i) => i * 9),
}

/** Each a sign of TeX's in a word of such signs. */
function signsAt(n: number, place: (i: number) => number): { page: PageText; drawn: PageRuns } {
  const { page, drawn } = runsAt(n, (i) => [place(i), 100, 8])
  for (const word of page.words) word.text = '0h'.repeat(50)
  for (const run of drawn.runs) Object.assign(run, { text: '0', font: 'CMSY10' })
  return { page, drawn }
}

function runsAt(n: number, place: (i: number) => [number, number, number]): { page: PageText; drawn: PageRuns } {
  const runs = Array.from({ length: n }, (_, i) => {
    const [x, y, width] = place(i)
    return {
      x0: x,
      y0: y,
      x1: x + width,
      y1: y + 12,
      text: `r${i}`,
      size: 10,
      bold: false,
      italic: false,
      font: 'F',
      color: '#000000',
      hrefs: [],
    }
  })
  const words = Array.from({ length: n }, (_, i) => word(i, place(i)[0] + 5, 100, { text: `absent${i}` }))
  return { page: pageOf(words), drawn: { number: 1, pixelWidth: 612, pixelHeight: 792, runs } }
}

export const manyTags: Record<string, string> = {
  div: '<div>x</div>',
  'unclosed div': '<div>x',
  paragraph: '<p>some words in a paragraph</p>',
  link: '<a href="/x">y</a> ',
  bold: '<b>x</b>',
  heading: '<h2>x</h2>',
  item: '<li>x',
  row: '<tr><td>a<td>b',
  cell: '<td>x',
  quote: '<blockquote>x',
  picture: '<img src="/x.png" alt="y">',
  comment: '<!-- x -->',
  'unclosed comment': '<!--',
  script: '<script>x</script>',
  style: '<style>.a{display:none}</style>',
  break: '<br>',
  code: '<pre>x</pre>',
  bracket: '&lt;',
  entity: '&amp;',
  'table in table': '<table><tr><td>',
}

export const manyMarks = [
  '![',
  '](',
  '[',
  ']',
  ']: x\n',
  '<',
  '`',
  '```\n',
  '~~~\n',
  '> ',
  '- ',
  '#',
  '*',
  '**',
  '_',
  '\\',
  '|',
  '| a |\n',
  '  ```\n',
  '![a](b)',
  '[a](b',
  '~~a',
  '. ',
  '.\n\n',
  ' \n',
  '\n',
] as const
