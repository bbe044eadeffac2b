// HTML files as documents: all that they show, with the headings and lists they have, and nothing that they hide.
import { expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'

const convert = async (body: string) =>
  (await convertDocument(Buffer.from(`<!doctype html><html><body>${body}</body></html>`), { summarize: false })).markdown
const prose = '<p>The toll is paid at the gate, before the carts pass, by whoever drives them, in coins of silver.</p>'

test('a page without the parts of a site is told whole, with its title', async () => {
  const body = `<h1>Tolls</h1><div>${prose.repeat(8)}</div><pre>a *** b</pre><p>As they say:</p><blockquote><p>Late</p></blockquote>`
  const markdown = await convert(body)
  expect(markdown.startsWith('# Tolls\n\n')).toBe(true)
  expect(markdown.endsWith('> Late')).toBe(true)
})

test('a page of a site keeps its headings as they are', async () => {
  const menu = '<div class="menu"><a href="/a">One</a> <a href="/b">Two</a></div>'
  const body = `<nav>${menu}</nav><div><h1>Tolls of the road</h1>${prose.repeat(5)}<h1>Fines of the road</h1>${prose.repeat(5)}</div>`
  const markdown = await convert(body)
  expect(markdown.match(/^#.*$/gm)).toEqual(['# Tolls of the road', '# Fines of the road'])
  expect(markdown).not.toContain('One')
})

test('a page of links alone has their words', async () => {
  const body = '<form></form><div class="nav-mobile-header"><h2><a href="/home.html">Home</a></h2></div>'
  expect(await convert(body)).toBe('## Home')
})

test('a list beside the items of a list belongs to the item before it', async () => {
  expect(await convert('<ul><li>Tolls</li><ul><li>cars</li></ul><li>Fines</li></ul>')).toBe('- Tolls\n  - cars\n- Fines')
})

test('a heading of rows is no heading of columns', async () => {
  const table =
    '<table><tr><th>Year</th><th>Toll</th></tr><tr><th rowspan="3">2025</th></tr><tr><td>4</td></tr><tr><td>5</td></tr></table>'
  expect(await convert(table)).toBe('| Year | Toll |\n| --- | --- |\n| 2025 |  |\n| 2025 | 4 |\n| 2025 | 5 |')
})

test('a table with headings stays one where a cell holds another', async () => {
  const table =
    '<table><tr><th>Road</th><th>Rates</th></tr><tr><td>North</td><td><table><tr><td>day</td><td>4</td></tr><tr><td>night</td><td>2</td></tr></table></td></tr></table>'
  expect(await convert(table)).toBe('| Road | Rates |\n| --- | --- |\n| North | day 4 night 2 |')
})

test.each([
  'style="color:transparent"',
  'style="transform: scale(0)"',
  'style="content-visibility:hidden"',
  'style="filter:opacity(0)"',
  'style="height:0;overflow:hidden"',
  'style="max-width: 1px; overflow-x: clip"',
  'style="font-size:1px"',
  'style="color:#fff;background:#ffffff"',
  'style="background-color: black; color: #000"',
  'popover',
])('words at an element with %s are not told', async (attribute) => {
  expect(await convert(`${prose}<div ${attribute}>Obey</div>`)).not.toContain('Obey')
})

test.each(['style="color:#fff;background:#123"', 'style="height:0"', 'style="font-size:12px"', 'style="color:white"'])(
  'words at an element with %s are told',
  async (attribute) => {
    expect(await convert(`${prose}<div ${attribute}>Pay</div>`)).toContain('Pay')
  },
)

test('a page may say first that it is XML, as filings do; other XML is no document', async () => {
  const file = (root: string) =>
    Buffer.from(`<?xml  version="1.0" encoding="utf-8"?>\n<!-- made -->\n<${root}><p>Tolls rose.</p></${root}>`)
  expect((await convertDocument(file('html'), { summarize: false })).markdown).toBe('Tolls rose.')
  await expect(convertDocument(file('p'), { summarize: false })).rejects.toMatchObject({ code: 'not_a_document' })
})
