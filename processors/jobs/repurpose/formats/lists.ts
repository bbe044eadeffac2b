// Formats that are lists of short parts: key points, titles, search engine texts, questions with their answers, an outline.
import { type Item, inOrder, itemsOf, type Made } from '../item.ts'
import { joinPieces } from '../piece.ts'
import { couldBeTitle, type Sentence, titleAmong } from '../sentences.ts'
import type { Draftable } from './draftable.ts'

export function keyPoints({ ranked, maxItems }: Draftable): Made {
  const items = inOrder(ranked.slice(0, maxItems)).flatMap(({ sentence }) => itemsOf('key_points', 'point', sentence.piece))
  return { items, notes: fewer(items.length, maxItems, 'points') }
}

export function titles({ ranked, headings, maxItems }: Draftable): Made {
  const said = [...headings, ...ranked.map(({ sentence }) => sentence)].filter(couldBeTitle)
  const whole = said.flatMap(({ piece }) => itemsOf('titles', 'title', piece))
  // What fits as it is makes a better title than what had to be cut.
  const items = distinct([...whole.filter(({ cut }) => !cut), ...whole.filter(({ cut }) => cut)]).slice(0, maxItems)
  return { items, notes: fewer(items.length, maxItems, 'titles') }
}

export function seoMeta(draftable: Draftable): Made {
  const { ranked, headings } = draftable
  const first = titleAmong(headings) ?? ranked[0]?.sentence
  const said = ranked.find(({ sentence }) => sentence !== first) ?? ranked[0]
  return {
    items: [
      ...(first === undefined ? [] : itemsOf('seo_meta', 'title', first.piece)),
      ...(said === undefined ? [] : itemsOf('seo_meta', 'description', said.sentence.piece)),
    ],
    notes: [],
  }
}

const asks = /[?？؟;]["'”’»)\]」』]?$/u
const greekOnly = /;["'”’»)]?$/u

/** Only what the source asks itself and answers next. */
export function faq({ sentences, maxItems, glue }: Draftable): Made {
  const items: Item[] = []
  for (const [i, sentence] of sentences.entries()) {
    if (items.length >= 2 * maxItems) break
    if (!isQuestion(sentence)) continue
    const answers = sentences.slice(i + 1, i + 3)
    const end = answers.findIndex((one) => isQuestion(one) || one.kind === 'heading')
    const kept = end < 0 ? answers : answers.slice(0, end)
    const question = itemsOf('faq', 'question', sentence.piece)
    const answer =
      kept.length === 0
        ? []
        : itemsOf(
            'faq',
            'answer',
            joinPieces(
              kept.map(({ piece }) => piece),
              glue,
            ),
          )
    if (question.length > 0 && answer.length > 0) items.push(...question, ...answer)
  }
  const notes =
    items.length === 0
      ? ['the source asks no question that it answers; nothing was made up']
      : fewer(items.length / 2, maxItems, 'questions')
  return { items, notes }
}

const isQuestion = ({ piece, words }: Sentence) =>
  asks.test(piece.text) && (!greekOnly.test(piece.text) || words.some((word) => /\p{Script=Greek}/u.test(word)))

export function blogOutline({ sentences, ranked, headings, maxItems }: Draftable): Made {
  const weightOf = new Map(ranked.map(({ sentence, weight }) => [sentence, weight]))
  const items = stretches(sentences, headings, maxItems).flatMap((stretch) => {
    const heading = stretch.find((one) => headings.includes(one))
    const said = stretch.filter((one) => weightOf.has(one)).sort((a, b) => weightOf.get(b)! - weightOf.get(a)!)
    const top = heading ?? said[0]
    if (top === undefined) return []
    const points = said
      .filter((one) => one !== top)
      .slice(0, 2)
      .sort((a, b) => a.index - b.index)
    return [
      ...itemsOf('blog_outline', 'heading', top.piece),
      ...points.flatMap(({ piece }) => itemsOf('blog_outline', 'point', piece)),
    ]
  })
  const made = items.filter(({ role }) => role === 'heading').length
  return { items, notes: fewer(made, maxItems, 'sections') }
}

/** A section from each heading on; of a text without them, parts of about the same number of sentences. */
function stretches(sentences: readonly Sentence[], headings: readonly Sentence[], most: number): Sentence[][] {
  if (headings.length >= 2) {
    const starts = headings.map(({ index }) => index)
    return starts
      .map((start, i) => sentences.slice(start, starts[i + 1]))
      .filter((part) => part.length > 1)
      .slice(0, most)
  }
  const count = Math.min(most, Math.max(1, Math.ceil(sentences.length / 3)))
  return Array.from({ length: count }, (_, i) =>
    sentences.slice(Math.round((i * sentences.length) / count), Math.round(((i + 1) * sentences.length) / count)),
  )
}

export const fewer = (made: number, wanted: number, what: string): string[] =>
  made < wanted ? [`${made} of ${wanted} ${what}: the source holds no more that differ`] : []

function distinct(items: readonly Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ text }) => !seen.has(text) && seen.add(text))
}
