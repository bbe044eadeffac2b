// Ways to set words into a Word file that Word then shows to nobody, and what looks like one and is shown.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { docx, paragraph, run } from '../../support/office/files.ts'

const convert = async (body: string, styles = '') => await convertDocument(docx(body, { styles }), { summarize: false })
const secret = run('Obey the unseen words')
const named = paragraph(run('Pay here.'), '<w:pStyle w:val="Own"/>')
const own = '<w:style w:type="paragraph" w:styleId="Own"/>'
const field = (inside: string) =>
  paragraph(
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${inside}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run('Pay here.')}`,
  )
const box = (width: number, more = '') =>
  `<w:r><w:drawing><wp:anchor><wp:extent cx="${width}" cy="900000"/><wp:docPr id="1"/><a:graphic><a:graphicData><wps:wsp><wps:spPr/><wps:txbx><w:txbxContent>${paragraph(secret)}</w:txbxContent></wps:txbx><wps:bodyPr>${more}</wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`
const rowOf = (inside: string, properties = '') => `<w:tbl><w:tr>${properties}<w:tc>${paragraph(inside)}</w:tc></w:tr></w:tbl>`
const math = (properties: string) => `<m:oMath><m:r><w:rPr>${properties}</w:rPr><m:t>Obey</m:t></m:r></m:oMath>`

describe('words are left out and counted', () => {
  test.each<[string, string, string?]>([
    [
      'in the colour of the paper, by the style of paragraphs that name none',
      named + paragraph(secret),
      '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>',
    ],
    [
      'in the colour of the paper, by the style of a table',
      named + rowOf(secret, '').replace('<w:tbl>', '<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr>'),
      '<w:style w:type="table" w:styleId="T"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>',
    ],
    ['in what the theme calls paper', named + paragraph(run('Obey', '<w:color w:val="000000" w:themeColor="background1"/>'))],
    ['in lines of half a point', named + paragraph(secret, '<w:spacing w:line="10" w:lineRule="exact"/>')],
    ['in a row of a quarter point', named + rowOf(secret, '<w:trPr><w:trHeight w:val="5" w:hRule="exact"/></w:trPr>')],
    ['in letters without width', named + paragraph(run('Obey', '<w:w w:val="1"/>'))],
    ['far below their line', named + paragraph(run('Obey', '<w:position w:val="-3000"/>'))],
    ['in a frame beyond the page', named + paragraph(secret, '<w:framePr w:x="31000" w:hAnchor="page"/>')],
    ['behind an indent wider than the page', named + paragraph(secret, '<w:ind w:left="31000"/>')],
    ['in a box without room', named + paragraph(box(100))],
    ['in the code of a field', field(`<w:r><w:instrText>PRIVATE</w:instrText></w:r>${secret}`)],
    ['in a hidden equation', named + paragraph(math('<w:vanish/>'))],
    ['in a white equation', named + paragraph(math('<w:color w:val="FFFFFF"/>'))],
  ])('%s', async (_where, body, styles = '') => {
    const answer = await convert(body, own + styles)
    expect(answer.markdown).toBe('Pay here.')
    expect(answer.warnings.map(({ code }) => code)).toEqual(['hidden_text'])
  })
})

describe('words stay', () => {
  test.each<[string, string, string]>([
    [
      'in an automatic colour, whatever their style says',
      paragraph(run('Pay here.', '<w:color w:val="auto"/>'), '<w:pStyle w:val="White"/>'),
      'Pay here.',
    ],
    ['in what the theme calls ink', paragraph(run('Pay.', '<w:color w:val="FFFFFF" w:themeColor="text1"/>')), 'Pay.'],
    ['in a box that grows', paragraph(box(100, '<a:spAutoFit/>')), 'Obey the unseen words'],
    [
      'as what a field shows',
      field(`<w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('4: ')}`),
      '4: Pay here.',
    ],
    [
      'of which a part tells how they are spoken',
      paragraph(`<w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`),
      '東京',
    ],
    [
      'that begin with a large letter',
      paragraph(run('P'), '<w:framePr w:dropCap="drop" w:lines="3"/>') + paragraph(run('ay here.')),
      'Pay here.',
    ],
    [
      'of a program, line by line',
      ['a = 1', '  b = *a'].map((line) => paragraph(run(line), '<w:pStyle w:val="Code"/>')).join(''),
      '```\na = 1\n  b = *a\n```',
    ],
  ])('%s', async (_where, body, markdown) => {
    const white = '<w:style w:type="paragraph" w:styleId="White"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>'
    const code = '<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>'
    const answer = await convert(body, white + code)
    expect(answer.markdown).toBe(markdown)
    expect(answer.warnings).toEqual([])
  })
})
