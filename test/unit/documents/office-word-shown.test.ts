// What Word shows by other means than plain runs of text.
import { expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { docx, paragraph, run, wordPart } from '../../support/office/files.ts'

const styles =
  '<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own head"/><w:basedOn w:val="Heading2"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Level"><w:name w:val="Clause"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>'
const convert = async (body: string) => (await convertDocument(docx(body, { styles }), { summarize: false })).markdown
const form = (data: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${run(' paid')}`
const box = (checked: number) =>
  `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(checked ? '☒' : '☐')}</w:sdtContent></w:sdt>`
const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`

test.each([
  ['the result of a simple field', paragraph(`${run('Page ')}<w:fldSimple w:instr="PAGE">${run('7')}</w:fldSimple>`), 'Page 7'],
  [
    'words set from right to left',
    paragraph(`<w:bdo w:val="rtl">${run('שלום ')}</w:bdo><w:dir w:val="rtl">${run('עולם')}</w:dir>`),
    'שלום עולם',
  ],
  ['line ends and places of tabs', paragraph('<w:r><w:t>a</w:t><w:cr/><w:t>b</w:t><w:ptab/><w:t>c</w:t></w:r>'), 'a  \nb c'],
  ['a box that is ticked', paragraph(box(1) + run(' paid')), '☒ paid'],
  ['a box that is not', paragraph(box(0) + run(' paid')), '☐ paid'],
  ['an older box', paragraph(form('<w:checkBox><w:default w:val="1"/></w:checkBox>')), '☒ paid'],
  [
    'an older list',
    paragraph(form('<w:ddList><w:result w:val="1"/><w:listEntry w:val="not"/><w:listEntry w:val="twice"/></w:ddList>')),
    'twice paid',
  ],
  ['a heading of a style that rests on one', paragraph(run('Tolls'), '<w:pStyle w:val="Own"/>'), '## Tolls'],
  ['a heading by its style’s place in the outline', paragraph(run('Tolls'), '<w:pStyle w:val="Level"/>'), '### Tolls'],
  ['a heading by its own', paragraph(run('Tolls'), '<w:outlineLvl w:val="0"/>'), '# Tolls'],
  ['text of an outline', paragraph(run('Tolls'), '<w:outlineLvl w:val="9"/>'), 'Tolls'],
  [
    'a row that begins in its second column',
    `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('c')}</w:tr></w:tbl>`,
    '| a | b |\n| --- | --- |\n|  | c |',
  ],
])('%s', async (_what, body, markdown) => {
  expect(await convert(body)).toBe(markdown)
})

test('paragraphs of a note are apart', async () => {
  const notes = wordPart(
    'footnotes',
    `<w:footnote w:id="2">${paragraph(run('By a tenth.'))}${paragraph(run('By law.'))}</w:footnote>`,
  )
  const document = docx(paragraph(`${run('It rose.')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
    relations: [{ id: 'n', type: 'footnotes', target: 'footnotes.xml' }],
    parts: { 'word/footnotes.xml': notes },
  })
  expect((await convertDocument(document, { summarize: false })).markdown).toBe('It rose.[^1]\n\n[^1]: By a tenth. By law.')
})
