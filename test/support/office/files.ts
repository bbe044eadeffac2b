// Small office files for tests, written part by part in the shape that Office and LibreOffice write.
import { strToU8, type Zippable, zipSync } from 'fflate'

export type Parts = Record<string, string | Uint8Array>

const office = 'http://schemas.openxmlformats.org'
const relationTypes = `${office}/officeDocument/2006/relationships`

export const zipOf = (parts: Parts): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, body]) => [name, typeof body === 'string' ? strToU8(body) : body]),
      ) as Zippable,
    ),
  )

export type Relation = { id: string; type: string; target: string; external?: boolean }
export const relationsXml = (relations: readonly Relation[]): string =>
  `<Relationships xmlns="${office}/package/2006/relationships">${relations
    .map(
      (r) =>
        `<Relationship Id="${r.id}" Type="${relationTypes}/${r.type}" Target="${r.target}"${r.external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

const rootOf = (target: string): Parts => ({
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"/>`,
  '_rels/.rels': relationsXml([{ id: 'r1', type: 'officeDocument', target }]),
})

const wordSpaces =
  `xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${relationTypes}" xmlns:m="${office}/officeDocument/2006/math" ` +
  `xmlns:mc="${office}/markup-compatibility/2006" xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:a="${office}/drawingml/2006/main" ` +
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'

export const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
export const paragraph = (inside: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`
export const heading = (text: string, level = 1): string => paragraph(run(text), `<w:pStyle w:val="Heading${level}"/>`)
export const wordTable = (
  rows: readonly (readonly string[])[],
  cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`,
): string => `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`

export function docx(
  body: string,
  {
    styles = '',
    relations = [],
    parts = {},
    document,
  }: { styles?: string; relations?: readonly Relation[]; parts?: Parts; document?: string } = {},
): Buffer {
  return zipOf({
    ...rootOf('word/document.xml'),
    'word/document.xml': document ?? `<w:document ${wordSpaces}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${wordSpaces}>${styles}</w:styles>`,
    'word/_rels/document.xml.rels': relationsXml([{ id: 'styles', type: 'styles', target: 'styles.xml' }, ...relations]),
    ...parts,
  })
}
export const wordPart = (root: string, inside: string): string => `<w:${root} ${wordSpaces}>${inside}</w:${root}>`

const sheetSpaces = `xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${relationTypes}"`
export type SheetSpec = { name: string; state?: string; xml: string }

/** A sheet of rows of texts and numbers; `before` and `after` stand around its data. */
export const sheetXml = (rows: readonly (readonly (string | number)[])[], before = '', after = ''): string =>
  `<worksheet ${sheetSpaces}>${before}<sheetData>${rows
    .map((cells, r) => `<row r="${r + 1}">${cells.map((value, c) => cellXml(value, r, c)).join('')}</row>`)
    .join('')}</sheetData>${after}</worksheet>`
export const cellXml = (value: string | number, row: number, column: number, look = 0): string => {
  const place = `r="${String.fromCharCode(65 + column)}${row + 1}" s="${look}"`
  if (value === '') return ''
  return typeof value === 'number' ? `<c ${place}><v>${value}</v></c>` : `<c ${place} t="inlineStr"><is><t>${value}</t></is></c>`
}

export function xlsx(
  sheets: readonly SheetSpec[],
  { styles = '', strings, parts = {}, book = '' }: { styles?: string; strings?: string; parts?: Parts; book?: string } = {},
): Buffer {
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i}"${state === undefined ? '' : ` state="${state}"`}/>`,
  )
  return zipOf({
    ...rootOf('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook ${sheetSpaces}>${book}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...sheets.map((_, i) => ({ id: `s${i}`, type: 'worksheet', target: `worksheets/sheet${i + 1}.xml` })),
      { id: 'styles', type: 'styles', target: 'styles.xml' },
      ...(strings === undefined ? [] : [{ id: 'strings', type: 'sharedStrings', target: 'sharedStrings.xml' }]),
    ]),
    ...Object.fromEntries(sheets.map(({ xml }, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
    'xl/styles.xml': `<styleSheet ${sheetSpaces}>${styles}</styleSheet>`,
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst ${sheetSpaces}>${strings}</sst>` }),
    ...parts,
  })
}

export const slideSpaces =
  `xmlns:p="${office}/presentationml/2006/main" xmlns:a="${office}/drawingml/2006/main" xmlns:r="${relationTypes}" ` +
  `xmlns:m="${office}/officeDocument/2006/math" xmlns:mc="${office}/markup-compatibility/2006" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"`
export type SlideSpec = {
  shapes: string
  attributes?: string
  background?: string
  after?: string
  relations?: readonly Relation[]
}

export const slideText = (text: string, properties = ''): string =>
  `<a:p><a:r><a:rPr ${properties.startsWith('<') ? `>${properties}</a:rPr>` : `${properties}/>`}<a:t>${text}</a:t></a:r></a:p>`
/** `at` is left, top, width and height in points. */
export function shape(
  paragraphs: string,
  {
    placeholder,
    at,
    fill = '',
    name = 'Shape',
    hidden = false,
  }: { placeholder?: string; at?: readonly number[]; fill?: string; name?: string; hidden?: boolean } = {},
): string {
  const [x, y, width, height] = (at ?? []).map((points) => points * 12_700)
  const frame = at === undefined ? '' : `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`
  const holder = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${name}"${hidden ? ' hidden="1"' : ''}/><p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:spPr>${frame}${fill}</p:spPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
}
export const solid = (rgb: string): string => `<a:solidFill><a:srgbClr val="${rgb}"/></a:solidFill>`

export function pptx(slides: readonly SlideSpec[], parts: Parts = {}, presentation = ''): Buffer {
  const listed = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="s${i}"/>`)
  return zipOf({
    ...rootOf('ppt/presentation.xml'),
    'ppt/presentation.xml': `<p:presentation ${slideSpaces}><p:sldIdLst>${listed.join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>${presentation}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsXml(
      slides.map((_, i) => ({ id: `s${i}`, type: 'slide', target: `slides/slide${i + 1}.xml` })),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ shapes, attributes = '', background = '', after = '', relations = [] }, i) => [
        [
          `ppt/slides/slide${i + 1}.xml`,
          `<p:sld ${slideSpaces} ${attributes}><p:cSld>${background}<p:spTree>${shapes}</p:spTree></p:cSld>${after}</p:sld>`,
        ],
        [`ppt/slides/_rels/slide${i + 1}.xml.rels`, relationsXml(relations)],
      ]),
    ),
    ...parts,
  })
}
