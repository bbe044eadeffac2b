// Charts, SmartArt and drawings of sheets for tests, in the shape that Office writes them.
import { type Parts, relationsXml, type SheetSpec, sheetXml, xlsx } from './files.ts'

const office = 'http://schemas.openxmlformats.org'
const spaces = `xmlns:a="${office}/drawingml/2006/main" xmlns:c="${office}/drawingml/2006/chart" xmlns:dgm="${office}/drawingml/2006/diagram" xmlns:r="${office}/officeDocument/2006/relationships" xmlns:mc="${office}/markup-compatibility/2006" xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:xdr="${office}/drawingml/2006/spreadsheetDrawing"`

const cache = (kind: 'str' | 'num', values: readonly (string | number)[]): string =>
  `<c:${kind}Ref><c:${kind}Cache>${values.map((v, i) => `<c:pt idx="${i}"><c:v>${v}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref>`
export const seriesXml = (name: string, values: readonly number[], categories: string): string =>
  `<c:ser><c:tx>${cache('str', [name])}</c:tx><c:cat>${categories}</c:cat><c:val>${cache('num', values)}</c:val></c:ser>`
export const categoriesXml = (names: readonly string[]): string => cache('str', names)
export const chartXml = (title: string, series: string, axes = '<c:catAx/>'): string =>
  `<c:chartSpace ${spaces}><c:chart>${title === '' ? '' : `<c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title>`}<c:plotArea><c:barChart>${series}</c:barChart>${axes}</c:plotArea><c:legend/></c:chart></c:chartSpace>`
export const tollChart = (title = 'Tolls'): string =>
  chartXml(title, seriesXml('2026', [4, 3], categoriesXml(['North', 'South'])))

export const chartData = (id = 'c1'): string => `<a:graphicData><c:chart ${spaces} r:id="${id}"/></a:graphicData>`
export const diagramData = (id = 'd1'): string => `<a:graphicData><dgm:relIds ${spaces} r:dm="${id}"/></a:graphicData>`

/** A drawing in a run of a Word file. */
export const wordDrawing = (data: string, about = '', kind: 'inline' | 'anchor' = 'inline'): string =>
  `<w:r><w:drawing><wp:${kind}><wp:extent cx="4000000" cy="3000000"/><wp:docPr id="1" name="D" ${about}/><a:graphic>${data}</a:graphic></wp:${kind}></w:drawing></w:r>`

export type Point = { id: string; text?: string; type?: string; more?: string }
/** `holds` are pairs of who holds whom, in the order of siblings unless a third says another. */
export const diagramXml = (
  points: readonly Point[],
  holds: readonly (readonly [string, string, number?, string?])[],
  drawing = '',
): string =>
  `<dgm:dataModel ${spaces}><dgm:ptLst>${points
    .map(
      ({ id, text, type, more = '' }) =>
        `<dgm:pt modelId="${id}"${type === undefined ? '' : ` type="${type}"`}><dgm:prSet ${more}/><dgm:t>${text === undefined ? '<a:p/>' : text.split('|').map(paragraphXml).join('')}</dgm:t></dgm:pt>`,
    )
    .join('')}</dgm:ptLst><dgm:cxnLst>${holds
    .map(
      ([from, to, order, type], i) =>
        `<dgm:cxn modelId="x${i}" srcId="${from}" destId="${to}" srcOrd="${order ?? i}"${type === undefined ? '' : ` type="${type}"`}/>`,
    )
    .join('')}</dgm:cxnLst>${
    drawing === ''
      ? ''
      : `<dgm:extLst><a:ext uri="{FE43C5B3}"><dsp:dataModelExt relId="${drawing}" minVer="http://x"/></a:ext></dgm:extLst>`
  }</dgm:dataModel>`
const paragraphXml = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
/** What was last drawn of a diagram. */
export const drawnXml = (texts: readonly string[], about = ''): string =>
  `<dsp:drawing ${spaces}><dsp:spTree>${texts
    .map(
      (text) =>
        `<dsp:sp><dsp:nvSpPr><dsp:cNvPr id="0" name="" ${about}/></dsp:nvSpPr><dsp:txBody>${paragraphXml(text)}</dsp:txBody></dsp:sp>`,
    )
    .join('')}</dsp:spTree></dsp:drawing>`

/** A place on a sheet, from a row and column to others, counted from nothing. */
export const anchor = (
  inside: string,
  [row, column, toRow, toColumn]: readonly number[] = [0, 0, 5, 5],
  attributes = '',
): string =>
  `<xdr:twoCellAnchor ${attributes}>${cornerXml('from', row!, column!)}${cornerXml('to', toRow!, toColumn!)}${inside}<xdr:clientData/></xdr:twoCellAnchor>`
const cornerXml = (name: string, row: number, column: number): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>9</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:${name}>`
export const sheetShape = (text: string, { about = '', fill = '', run = '' } = {}): string =>
  `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="S" ${about}/></xdr:nvSpPr><xdr:spPr>${fill}</xdr:spPr><xdr:txBody><a:p><a:r><a:rPr>${run}</a:rPr><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`
export const sheetFrame = (data: string, about = ''): string =>
  `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="3" name="F" ${about}/></xdr:nvGraphicFramePr><a:graphic>${data}</a:graphic></xdr:graphicFrame>`

/** A workbook of one sheet on which something is drawn. */
export function drawnOn(
  drawing: string,
  { before = '', rows = '', after = '', parts = {}, book = '', styles = '' } = {},
): Buffer {
  const xml = sheetXml([], before, `<drawing r:id="d"/>${after}`).replace('<sheetData>', `<sheetData>${rows}`)
  const sheets: SheetSpec[] = [{ name: 'Tolls', xml }]
  const all: Parts = {
    'xl/worksheets/_rels/sheet1.xml.rels': relationsXml([{ id: 'd', type: 'drawing', target: '../drawings/drawing1.xml' }]),
    'xl/drawings/drawing1.xml': `<xdr:wsDr ${spaces}>${drawing}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relationsXml([{ id: 'c1', type: 'chart', target: '../charts/chart1.xml' }]),
    'xl/charts/chart1.xml': tollChart(),
    ...parts,
  }
  return xlsx(sheets, { styles, parts: all, book })
}
