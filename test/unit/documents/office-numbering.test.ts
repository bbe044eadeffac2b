// Numbers that Word sets before paragraphs and headings, as the page shows them.
import { expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { docx, paragraph, run, wordPart } from '../../support/office/files.ts'

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const clauses = `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '(%2)')}${level(2, 'upperRoman', '%3.')}</w:abstractNum>`
const heads = `<w:abstractNum w:abstractNumId="8">${level(0, 'upperRoman', 'Article %1', '<w:pStyle w:val="Heading1"/>')}${level(1, 'decimal', '%1.%2', '<w:pStyle w:val="Heading2"/><w:isLgl/>')}</w:abstractNum>`
const nums =
  '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
const styles = [1, 2]
  .map(
    (n) =>
      `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/><w:pPr><w:numPr>${n === 1 ? '' : '<w:ilvl w:val="1"/>'}<w:numId w:val="2"/></w:numPr></w:pPr></w:style>`,
  )
  .join('')
const item = (text: string, at = 0, num = 1, more = '') =>
  paragraph(run(text, more), `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${num}"/></w:numPr>`)
const head = (text: string, n: number) => paragraph(run(text), `<w:pStyle w:val="Heading${n}"/>`)

async function markdownOf(body: string) {
  const document = docx(body, {
    styles,
    relations: [{ id: 'n', type: 'numbering', target: 'numbering.xml' }],
    parts: { 'word/numbering.xml': wordPart('numbering', clauses + heads + nums) },
  })
  return (await convertDocument(document, { summarize: false })).markdown
}

test('a list goes on where it was left', async () => {
  expect(await markdownOf(item('Pay') + item('Pass') + paragraph(run('Then:')) + item('Leave'))).toBe(
    '1. Pay\n2. Pass\n\nThen:\n\n3. Leave',
  )
})

test('a list that begins anew is another one', async () => {
  expect(await markdownOf(item('Pay') + item('Pass') + item('Wait', 0, 3) + item('Go', 0, 3))).toBe(
    '1. Pay\n2. Pass\n1. Wait\n2. Go',
  )
})

test('letters and Roman numbers are told as they are shown, and begin anew under each item', async () => {
  const body = item('Fees') + item('cars', 1) + item('carts', 1) + item('oxen', 2) + item('Fines') + item('late', 1)
  expect(await markdownOf(body)).toBe('1. Fees\n   - (a) cars\n   - (b) carts\n     - I. oxen\n2. Fines\n   - (a) late')
})

test('a heading has the number that the page shows', async () => {
  expect(await markdownOf(head('Tolls', 1) + head('Rates', 2) + head('Gates', 1) + head('North', 2))).toBe(
    '# Article I Tolls\n\n## 1.1 Rates\n\n# Article II Gates\n\n## 2.1 North',
  )
})

test('numbers stay in a table of rows and columns', async () => {
  const cell = (inside: string) => `<w:tc>${inside}</w:tc>`
  const table = `<w:tbl><w:tr>${cell(paragraph(run('Rule')))}${cell(paragraph(run('Fee')))}</w:tr><w:tr>${cell(item('Pay') + item('Pass'))}${cell(paragraph(run('4')))}</w:tr></w:tbl>`
  expect(await markdownOf(table)).toContain('| 1. Pay 2. Pass | 4 |')
})

test('what nobody sees is not counted, and says no number', async () => {
  expect(await markdownOf(item('Pay') + item('Obey', 0, 1, '<w:vanish/>') + item('Pass'))).toBe('1. Pay\n2. Pass')
})

test.each(['constructor', '__proto__', '__defineGetter__', 'toString'])(
  'signs, accents and colours called %s, as what every object has, are unknown ones',
  async (name) => {
    const numbering = `<w:abstractNum w:abstractNumId="1">${level(0, name, '%1.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`
    const equation = `<w:p><m:oMath><m:acc><m:accPr><m:chr m:val="${name}"/></m:accPr><m:e><m:r><m:t>x</m:t></m:r></m:e></m:acc><${name}><m:r><m:t>y</m:t></m:r></${name}></m:oMath></w:p>`
    const body = [
      paragraph(run('Pay'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
      paragraph(run('Pass', `<w:highlight w:val="${name}"/>`)),
      equation,
    ]
    const file = docx(body.join(''), {
      relations: [{ id: 'n', type: 'numbering', target: 'numbering.xml' }],
      parts: { 'word/numbering.xml': wordPart('numbering', numbering) },
    })
    expect((await convertDocument(file, { summarize: false })).markdown).toBe('1. Pay\n\nPass\n\n$\\hat{x}y$')
  },
)
