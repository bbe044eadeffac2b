// A presentation as elements: a slide is a page with its places; hidden slides and speakers' notes are left out and told.

import { ConvertRefusal } from '../../refusal.ts'
import type { ConvertWarning } from '../../schema.ts'
import { readAbout } from '../about.ts'
import type { Flow, FlowPage } from '../flow.ts'
import { createGraphics } from '../graphics.ts'
import { leftOfCharts, warnOf } from '../losses.ts'
import type { OfficePackage } from '../package.ts'
import { allNamed, find, parseRoot, parseXml } from '../xml.ts'
import { createBases } from './base.ts'
import { shapesOf } from './shapes.ts'
import { slideElements } from './slide-elements.ts'

const emuPerPoint = 12_700
const usual = { width: 720, height: 540 }

export function readPptx(file: OfficePackage, part: string, xml: string, wanted: (pages: number) => readonly number[]): Flow {
  const presentation = parseXml(xml)
  const relations = file.relations(part)
  const size = sizeOf(find(presentation, 'p:sldSz')?.attributes)
  const all = allNamed(find(presentation, 'p:sldIdLst') ?? presentation, 'p:sldId').flatMap(({ attributes }) => {
    const target = relations.find(({ id, type }) => type === 'slide' && id === attributes['r:id'])?.part ?? null
    return target === null ? [] : [target]
  })
  const isShown = (target: string) => !/^(?:0|false)$/.test(parseRoot(file.text(target) ?? '').attributes.show ?? '')
  const slides = all.filter(isShown)
  if (slides.length === 0) throw new ConvertRefusal('no_pages', 'the presentation has no slide that is shown')
  const count = { hiddenWords: 0, pictures: 0 }
  const graphics = createGraphics(file)
  const baseOf = createBases(file, presentation)
  let notes = 0
  const pages = wanted(slides.length).map((number): FlowPage => {
    const target = slides[number - 1]!
    const slideXml = file.text(target)
    if (slideXml === null) throw new ConvertRefusal('broken', 'the presentation is damaged: one of its slides is missing')
    const slide = parseXml(slideXml)
    const own = file.relations(target)
    if (own.some(({ type }) => type === 'notesSlide')) notes++
    const base = baseOf(target, slide)
    const context = { colors: base.colors, relations: own, count, graphics }
    return { number, ...size, elements: slideElements(shapesOf(slide, base, size), context) }
  })
  return {
    kind: 'pptx',
    pages,
    pageCount: slides.length,
    about: readAbout(file),
    warnings: warningsOf({
      pictures: count.pictures,
      hiddenWords: count.hiddenWords + graphics.lost.hiddenWords,
      charts: leftOfCharts(graphics.lost),
      notes,
      slides: all.length - slides.length,
      hasMacros: file.names.some((name) => name.endsWith('vbaProject.bin')),
    }),
    hasPictures: count.pictures + graphics.lost.charts > 0,
  }
}

function sizeOf({ cx, cy }: Record<string, string> = {}): { width: number; height: number } {
  const [width, height] = [Number(cx) / emuPerPoint, Number(cy) / emuPerPoint]
  return width > 0 && height > 0 && width < 10_000 && height < 10_000 ? { width, height } : usual
}

function warningsOf(left: {
  hiddenWords: number
  pictures: number
  charts: readonly string[]
  notes: number
  slides: number
  hasMacros: boolean
}): ConvertWarning[] {
  const parts = [
    ...(left.pictures > 0 ? [`${left.pictures} picture(s) and chart(s) without a description`] : []),
    ...left.charts,
    ...(left.notes > 0 ? [`the notes of ${left.notes} slide(s)`] : []),
    ...(left.hasMacros ? ['macros'] : []),
  ]
  const { hiddenWords, slides } = left
  return warnOf({ reader: 'slides', hiddenWords, hiddenParts: [[slides, 'hidden slide(s)']], left: parts })
}
