// Says of each page whether its text can be read, or only seen.
import type { Drawing } from '../drawing/drawing.ts'
import type { PageText } from '../page-text.ts'
import { pictureShare } from './hide-text.ts'

export type PageKind = 'text' | 'scanned' | 'mixed' | 'empty'

export const fewWords = 8
const sparseWords = 80

export function pageKind(page: PageText, drawing: Drawing | null, textLayer: boolean): PageKind {
  const words = page.words.filter((w) => !w.hidden).length
  const pictures = pictureShare(page, drawing)
  if (textLayer) return 'scanned'
  if (words === 0 && pictures === 0)
    return drawing === null || drawing.fills.length + drawing.strokes.length < 200 ? 'empty' : 'scanned'
  if (words < fewWords && pictures > 0.3) return 'scanned'
  if (words === 0) return 'empty'
  return pictures > 0.5 || (pictures > 0.4 && words < sparseWords) ? 'mixed' : 'text'
}

/** Pages that are pictures as a whole; what pictures beside text say is read by itself. */
export function needsOcr(page: PageText, kind: PageKind | undefined): boolean {
  return kind === 'scanned' && page.words.filter((w) => !w.hidden).length < fewWords
}
