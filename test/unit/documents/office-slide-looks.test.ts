// What is seen of text that a slide's layout, its master or the presentation colours, sizes and places.
import { expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import {
  type Parts,
  pptx,
  relationsXml,
  type SlideSpec,
  shape,
  slideSpaces,
  slideText,
  solid,
} from '../../support/office/files.ts'

type Base = { layout?: string; master?: string; styles?: string; ofLayout?: string; theme?: string; text?: string }
const scheme = (name: string) => `<a:solidFill><a:schemeClr val="${name}"/></a:solidFill>`
const look = (inside: string, level = 1, attributes = '') =>
  `<a:lvl${level}pPr><a:defRPr ${attributes}>${inside}</a:defRPr></a:lvl${level}pPr>`
/** A placeholder as a layout or master has it. */
const place = (placeholder: string, list: string, more: { at?: readonly number[]; fill?: string } = {}) =>
  shape('<a:p/>', { placeholder, at: [40, 40, 600, 60], ...more }).replace(
    '<p:txBody>',
    `<p:txBody><a:lstStyle>${list}</a:lstStyle>`,
  )
const rectangle = (rgb: string, at: readonly number[], form = 'rect') =>
  shape('<a:p/>', { at, fill: `<a:prstGeom prst="${form}"/>${solid(rgb)}` })
const band = rectangle('102030', [0, 0, 720, 120])

function deck(slide: SlideSpec, { layout = '', master = '', styles = '', ofLayout = '', theme = '', text = '' }: Base): Buffer {
  const parts: Parts = {
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${slideSpaces} ${ofLayout}><p:cSld><p:spTree>${layout}</p:spTree></p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationsXml([
      { id: 'm', type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
    ]),
    'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${slideSpaces}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${master}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"/><p:txStyles>${styles}</p:txStyles></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationsXml([{ id: 't', type: 'theme', target: '../theme/theme1.xml' }]),
    'ppt/theme/theme1.xml': `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme><a:dk1><a:srgbClr val="000000"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1></a:clrScheme>${theme}</a:themeElements></a:theme>`,
  }
  const relations = [{ id: 'l', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' }]
  return pptx([{ ...slide, relations }], parts, `<p:defaultTextStyle>${text}</p:defaultTextStyle>`)
}
const title = shape(slideText('Obey'), { placeholder: 'title' })
const box = shape(slideText('Obey'), { at: [40, 40, 600, 60] })
const other = shape(slideText('Pay', solid('000000')), { at: [40, 400, 600, 40] })
const read = async (slide: Partial<SlideSpec> & { shapes: string }, base: Base) => {
  const { markdown, warnings } = await convertDocument(deck(slide, base), { summarize: false })
  return { isTold: markdown.includes('Obey'), told: markdown.includes('Pay'), codes: warnings.map(({ code }) => code) }
}
const white = look(solid('FFFFFF'))

const unseen: [string, string, Base, Partial<SlideSpec>?][] = [
  ['its layout colours as the paper', title, { layout: place('title', white) }],
  ['its master’s place colours so', title, { layout: place('title', ''), master: place('title', white) }],
  ['its master’s titles are all coloured so', title, { styles: `<p:titleStyle>${look(scheme('bg1'))}</p:titleStyle>` }],
  ['every text of the presentation is coloured so', box, { text: look(scheme('bg1')) }],
  [
    'its shape’s style colours so',
    box.replace('<p:txBody>', '<p:style><a:fontRef idx="minor"><a:schemeClr val="bg1"/></a:fontRef></p:style><p:txBody>'),
    {},
  ],
  ['its layout makes tiny', title, { layout: place('title', look('', 1, 'sz="100"')) }],
  ['its layout leaves empty', title, { layout: place('title', look('<a:noFill/>')) }],
  ['its layout places beside the slide', title, { layout: place('title', '', { at: [900, 40, 300, 60] }) }],
  [
    'is in the colour of the layout’s rectangle beneath it',
    title,
    { layout: rectangle('FFFFFF', [0, 0, 720, 200]) + place('title', white) },
    { background: `<p:bg><p:bgPr>${solid('808080')}</p:bgPr></p:bg>` },
  ],
  [
    'stood on a band that its slide does not show',
    title,
    { layout: band + place('title', white) },
    { attributes: 'showMasterSp="0"' },
  ],
  [
    'stood on a band that its layout does not show',
    title,
    { master: band, layout: place('title', white), ofLayout: 'showMasterSp="0"' },
  ],
  [
    'fills the body that its layout colours so',
    shape(slideText('Obey'), { placeholder: 'body' }),
    { layout: place('body', white) },
  ],
]
test.each(unseen)('text that %s is left out and told', async (_how, shapes, base, slide = {}) => {
  expect(await read({ ...slide, shapes: shapes + other }, base)).toEqual({ isTold: false, told: true, codes: ['hidden_text'] })
})

test('of a body whose second level is white that level is left out', async () => {
  const levels = '<a:p><a:r><a:t>Pay</a:t></a:r></a:p><a:p><a:pPr lvl="1"/><a:r><a:t>Obey</a:t></a:r></a:p>'
  const styles = `<p:bodyStyle>${look(scheme('tx1'))}${look(scheme('bg1'), 2)}</p:bodyStyle>`
  expect(await read({ shapes: shape(levels, { placeholder: 'body' }) }, { styles })).toEqual({
    isTold: false,
    told: true,
    codes: ['hidden_text'],
  })
})

const seen: [string, string, Base, Partial<SlideSpec>?][] = [
  ['white on its layout’s dark band', title, { layout: band + place('title', white) }],
  [
    'white by itself on its layout’s dark band',
    shape(slideText('Obey', solid('FFFFFF')), { at: [40, 40, 600, 60] }),
    { layout: band },
  ],
  ['white on its master’s dark band', title, { master: band, layout: place('title', white) }],
  [
    'white on a picture of its layout',
    title,
    {
      layout: `<p:pic><p:nvPicPr><p:cNvPr id="9" name="P"/><p:nvPr/></p:nvPicPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9144000" cy="2000000"/></a:xfrm></p:spPr></p:pic>${place('title', white)}`,
    },
  ],
  ['white in a place that its layout fills', title, { layout: place('title', white, { fill: solid('203040') }) }],
  [
    'white on what its own style fills, whatever its layout leaves empty',
    shape(slideText('Obey', solid('FFFFFF')), { placeholder: 'title' }).replace(
      '<p:txBody>',
      '<p:style><a:fillRef idx="1"><a:schemeClr val="tx1"/></a:fillRef></p:style><p:txBody>',
    ),
    { layout: place('title', '', { fill: '<a:noFill/>' }) },
  ],
  ['white partly on a white rectangle', title, { layout: band + rectangle('FFFFFF', [0, 0, 300, 120]) + place('title', white) }],
  [
    'black by its layout, whatever its master says',
    title,
    { layout: place('title', look(solid('000000'))), master: place('title', white) },
  ],
  [
    'white on a white rectangle that is turned',
    title,
    { layout: rectangle('FFFFFF', [0, 0, 720, 200]).replace('<a:xfrm>', '<a:xfrm rot="2700000">') + place('title', white) },
  ],
  [
    'white where a rectangle that is hidden is white',
    title,
    { layout: rectangle('FFFFFF', [0, 0, 720, 200]).replace('<p:cNvPr ', '<p:cNvPr hidden="1" ') + place('title', white) },
    { background: `<p:bg><p:bgPr>${solid('808080')}</p:bgPr></p:bg>` },
  ],
  ['white on a white ellipse', title, { layout: rectangle('FFFFFF', [0, 0, 720, 200], 'ellipse') + place('title', white) }],
  [
    'of its own colour where its layout’s is white',
    shape(slideText('Obey', solid('000000')), { placeholder: 'title' }),
    { layout: place('title', white) },
  ],
  [
    'sized by itself where its layout makes it tiny',
    shape(slideText('Obey', 'sz="2400"'), { placeholder: 'title' }),
    { layout: place('title', look('', 1, 'sz="100"')) },
  ],
  [
    'white on what the theme paints from one colour to another',
    title,
    {
      layout: place('title', white),
      theme: '<a:fmtScheme><a:bgFillStyleLst><a:gradFill/></a:bgFillStyleLst></a:fmtScheme>',
    },
  ],
  ['beneath a place that nobody filled in', box + place('body', '', { fill: solid('FFFFFF') }), {}],
  ['coloured by another place of its layout', title, { layout: place('body', white) }],
]
test.each(seen)('text is told that is %s', async (_how, shapes, base, slide = {}) => {
  expect(await read({ ...slide, shapes: shapes + other }, base)).toEqual({ isTold: true, told: true, codes: [] })
})

test('a slide that exchanges its colours has text in the new ones', async () => {
  const after = '<p:clrMapOvr><a:overrideClrMapping bg1="dk1" tx1="lt1"/></p:clrMapOvr>'
  const shapes = shape(slideText('Pay', solid('FFFFFF'))) + shape(slideText('Obey', solid('000000')))
  expect(await read({ shapes, after }, {})).toEqual({ isTold: false, told: true, codes: ['hidden_text'] })
})
