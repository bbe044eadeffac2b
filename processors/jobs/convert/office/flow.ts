// A document that is no PDF: its parts with the elements on them, and what the answer says of it besides.
import type { DocumentParts, Understood } from '../document/analyse-document.ts'
import type { DocumentText } from '../document/read-document.ts'
import type { Element } from '../element.ts'
import type { ConvertWarning } from '../schema.ts'
import type { OfficeKind } from './kind.ts'

/** A sheet, a slide, or a page's worth of running text. */
export type FlowPage = { readonly number: number; readonly width: number; readonly height: number; readonly elements: Element[] }

export type Flow = {
  readonly kind: OfficeKind | 'html'
  readonly pages: FlowPage[]
  /** In the whole document. */
  readonly pageCount: number
  readonly about: About
  readonly warnings: ConvertWarning[]
  readonly hasPictures: boolean
}

export type About = {
  readonly head: Record<string, string>
  readonly createdAt: string | null
  readonly modifiedAt: string | null
}

/** Where nothing is known of the place. */
export const noBox = { x0: 0, y0: 0, x1: 0, y1: 0 }

export function partsOf({ kind, pages, pageCount, about, warnings, hasPictures }: Flow): {
  document: DocumentText
  read: DocumentParts
  understood: Understood
} {
  const texts = pages.map(({ number, width, height }) => ({ number, width, height, words: [] }))
  const headings = pages.flatMap(({ number, elements }) =>
    elements.flatMap((e) => (e.kind === 'heading' ? [{ title: plain(e.ready ?? ''), page: number, level: e.level }] : [])),
  )
  return {
    document: {
      format: kind,
      info: { pages: pageCount, repaired: false, createdAt: about.createdAt, modifiedAt: about.modifiedAt },
      pages: texts,
      head: about.head,
      bookmarks: headings.slice(0, 1_000),
      fontsKnown: true,
      failed: [],
      cut: [],
      repaired: false,
    },
    read: {
      kinds: new Map(pages.map(({ number, elements }) => [number, elements.length === 0 ? 'empty' : 'text'])),
      parts: [],
      trust: new Map(pages.map((page) => [page.number, trustIn(page)])),
      guessed: new Set(),
      warnings,
      hasDrawings: hasPictures,
      pictures: new Map(),
      figures: new Map(),
    },
    understood: { pages: pages.map(({ number, elements }) => ({ number, elements })), lexicon: new Set(), bodySize: 0 },
  }
}

/** Markdown as the words it shows. */
export const plain = (markdown: string): string =>
  markdown.replace(/\\([^\p{L}\p{N}\s])/gu, '$1').replace(/\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')

function trustIn({ elements }: FlowPage): number {
  let all = 0
  let bad = 0
  for (const e of elements) {
    const text = e.ready ?? ''
    all += text.length
    bad += text.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0
  }
  return all === 0 ? 1 : Math.max(0, 1 - (2 * bad) / all)
}
