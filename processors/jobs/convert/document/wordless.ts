// Why a document gives not a single word: nobody pays for an answer without any.
import type { PageText } from '../page-text.ts'
import { ConvertRefusal, type WordlessCode } from '../refusal.ts'
import type { DocumentParts } from './analyse-document.ts'

const messages: Record<WordlessCode, string> = {
  blank: 'the pages are blank',
  drawings_only: 'the pages hold drawings or pictures, and no words',
  hidden_only: 'the only text is text that no reader of the pages could see',
  scanned_no_ocr: 'the pages are pictures of text, and reading pictures (OCR) is off or not installed here',
  scanned_unread: 'the pages are pictures in which no words could be read',
}

export function wordlessRefusal({ kinds, warnings, hasDrawings }: DocumentParts): ConvertRefusal {
  const has = (code: string) => warnings.some((warning) => warning.code === code)
  if (has('page_cut'))
    return new ConvertRefusal(
      'too_complex',
      'no text was found in what was read of the document: it is nested deeper, or has more elements, than one call may read',
    )
  const isScanned = [...kinds.values()].includes('scanned')
  const code: WordlessCode =
    has('ocr_off') || has('ocr_unavailable')
      ? 'scanned_no_ocr'
      : has('ocr_failed') || has('ocr_capped') || isScanned
        ? 'scanned_unread'
        : has('hidden_text')
          ? 'hidden_only'
          : hasDrawings
            ? 'drawings_only'
            : 'blank'
  return new ConvertRefusal(code, `no text was found in the document: ${messages[code]}`)
}

/** Handwriting, scribbles and textures give words too: where all that a document says is such a guess, there is nothing to sell. */
export function guessedRefusal(pages: readonly PageText[], { guessed }: DocumentParts): ConvertRefusal | null {
  const told = pages.filter(({ words }) => words.some((w) => !w.hidden))
  if (told.length === 0 || !told.every(({ number }) => guessed.has(number))) return null
  return new ConvertRefusal(
    'scanned_unread',
    'the pages are pictures, and what was read in them is too unsure to be sold: handwriting, say',
  )
}
