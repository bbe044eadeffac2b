// A workbook as elements: a sheet is a page; hidden sheets, rows and columns are left out and told.

import type { Element } from '../../element.ts'
import { ConvertRefusal } from '../../refusal.ts'
import { escapeMarkdown } from '../../render/inline.ts'
import { readAbout } from '../about.ts'
import { type Flow, type FlowPage, noBox } from '../flow.ts'
import { createGraphics } from '../graphics.ts'
import { leftOfCharts, warnOf } from '../losses.ts'
import type { OfficePackage } from '../package.ts'
import { colorsBy } from '../slides/theme.ts'
import { allNamed, find, parseXml, readXml } from '../xml.ts'
import { readCellLooks } from './cell-format.ts'
import { readSheet, type Sheet } from './read-sheet.ts'
import { createRichTextReader, type RichText } from './rich-text.ts'
import { drawingElements } from './sheet-drawing.ts'
import { mostPlaces, sheetElements } from './sheet-elements.ts'

// What drawings call the first colours of a theme.
const usualNames = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' }
// Of all its texts together.
const mostCharacters = 16 * 1024 * 1024

export function readXlsx(file: OfficePackage, part: string, xml: string, wanted: (pages: number) => readonly number[]): Flow {
  const workbook = parseXml(xml)
  const relations = file.relations(part)
  const partOf = (type: string) => relations.find((one) => one.type === type)?.part ?? null
  const stylePart = partOf('styles')
  const styleXml = stylePart === null ? null : file.text(stylePart)
  const all = allNamed(find(workbook, 'sheets') ?? workbook, 'sheet').map(({ attributes }) => attributes)
  const sheets = all.filter(({ state = 'visible' }) => state === 'visible')
  if (sheets.length === 0) throw new ConvertRefusal('no_pages', 'the workbook has no sheet that is shown')
  const book = {
    strings: readStrings(file, partOf('sharedStrings')),
    looks: readCellLooks(styleXml === null ? null : parseXml(styleXml)),
    countsFrom1904: /^(?:1|true)$/.test(find(workbook, 'workbookPr')?.attributes.date1904 ?? ''),
  }
  const theme = partOf('theme')
  const themeXml = theme === null ? null : file.text(theme)
  const colors = { ...colorsBy(themeXml === null ? undefined : parseXml(themeXml), usualNames), background: 'ffffff' }
  const showsDrawings = /^(?:all)?$/.test(find(workbook, 'workbookPr')?.attributes.showObjects ?? '')
  const isPlain = book.looks.every(({ isOnPaper }) => isOnPaper)
  const graphics = createGraphics(file)
  const hidden = { sheets: all.length - sheets.length, cells: 0, words: 0, pages: [] as number[] }
  let places = 0
  let [drawings, pictures, unshown] = [0, 0, 0]
  /** After its cells come what is drawn on a sheet. */
  const drawn = (sheet: Sheet, sheetPart: string): { elements: Element[]; hiddenWords: number } => {
    const count = { hiddenWords: 0, pictures: 0 }
    if (sheet.drawing === null) return { elements: [], hiddenWords: 0 }
    drawings++
    if (!showsDrawings) {
      unshown++
      return { elements: [], hiddenWords: 0 }
    }
    const drawingPart = file.relations(sheetPart).find(({ id }) => id === sheet.drawing)?.part ?? null
    const drawing = graphics.parse(drawingPart, 'p:wsDr')
    const context = { colors, relations: drawingPart === null ? [] : file.relations(drawingPart), count, graphics }
    const isPaper = isPlain && !sheet.isPainted
    const elements = drawing === null ? [] : drawingElements(drawing, sheet.folds, isPaper, context)
    pictures += drawing === null ? 1 : count.pictures
    return { elements, hiddenWords: count.hiddenWords }
  }
  const pages = wanted(sheets.length).map((number): FlowPage => {
    const { name = '', ...attributes } = sheets[number - 1]!
    const target = relations.find(({ id }) => id === attributes['r:id'])?.part ?? null
    const sheetXml = target === null ? null : file.text(target)
    if (sheetXml === null) throw new ConvertRefusal('broken', 'the workbook is damaged: one of its sheets is missing')
    const sheet = readSheet(sheetXml, book)
    hidden.cells += sheet.hiddenCells
    const before = graphics.lost.hiddenWords
    const figures = drawn(sheet, target!)
    const hiddenWords = sheet.hiddenWords + figures.hiddenWords + graphics.lost.hiddenWords - before
    hidden.words += hiddenWords
    if (hiddenWords > 0) hidden.pages.push(number)
    const elements = [...sheetElements(sheet), ...figures.elements]
    for (const e of elements) if (e.kind === 'table') places += e.grid.rows * e.grid.columns
    if (places > mostPlaces)
      throw new ConvertRefusal('too_complex', 'the sheets have more cells than one call may convert; ask for some with "pages"')
    const heading = { kind: 'heading' as const, level: 2, ready: escapeMarkdown(name.slice(0, 100)), lines: [], ...noBox }
    return { number, width: 0, height: 0, elements: elements.length === 0 ? [] : [heading, ...elements] }
  })
  const left = [
    ...(pictures > 0 ? [`${pictures} picture(s) and chart(s) without a description`] : []),
    ...leftOfCharts(graphics.lost),
  ]
  if (file.names.some((name) => name.endsWith('vbaProject.bin'))) left.push('macros')
  return {
    kind: 'xlsx',
    pages,
    pageCount: sheets.length,
    about: readAbout(file),
    warnings: warnOf({
      reader: 'sheet',
      hiddenWords: hidden.words,
      hiddenOn: hidden.pages,
      hiddenParts: [
        [hidden.sheets, 'hidden sheet(s)'],
        [hidden.cells, 'cell(s) of hidden rows and columns'],
        [unshown, 'sheet(s) of drawings that the workbook hides'],
      ],
      left,
    }),
    hasPictures: drawings > 0,
  }
}

// A shared string is one text, or runs of text in several fonts; how it is pronounced is no part of it.
function readStrings(file: OfficePackage, part: string | null): RichText[] {
  const xml = part === null ? null : file.text(part)
  const strings: RichText[] = []
  if (xml === null) return strings
  let characters = 0
  const reader = createRichTextReader()
  readXml(xml, {
    open: reader.open,
    text(text) {
      characters += text.length
      if (characters > mostCharacters)
        throw new ConvertRefusal('too_complex', 'the workbook has more text than one call may convert')
      reader.text(text)
    },
    close(name) {
      reader.close(name)
      if (name === 'si') strings.push(reader.take())
    },
  })
  return strings
}
