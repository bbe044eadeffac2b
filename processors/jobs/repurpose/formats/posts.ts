// Formats that are running text: a post, a numbered thread, a longer post, a newsletter and a summary.
import { type Item, inOrder, itemsOf, type Made } from '../item.ts'
import { bounds } from '../limits.ts'
import { fits, measure } from '../measure.ts'
import { joinPieces, type Piece, wrapPiece } from '../piece.ts'
import { type Sentence, titleAmong } from '../sentences.ts'
import { shorten } from '../shorten.ts'
import type { Draftable } from './draftable.ts'
import { fewer } from './lists.ts'

const mostTried = 40

/** The weightiest sentence that fits whole, else the weightiest cut. */
export function xPost({ ranked }: Draftable): Made {
  const bound = bounds.x_post.post
  const whole = ranked.find(({ sentence }) => sentence.words.length > 4 && fits(sentence.piece.text, bound))
  const [item] = (whole === undefined ? ranked : [whole, ...ranked]).flatMap(({ sentence }) =>
    itemsOf('x_post', 'post', sentence.piece),
  )
  return { items: item === undefined ? [] : [item], notes: [] }
}

export function xThread({ ranked, maxItems, glue }: Draftable): Made {
  let posts: Piece[] = []
  for (let count = 1; count <= Math.min(mostTried, ranked.length); count++) {
    const packed = pack(
      inOrder(ranked.slice(0, count)).map(({ sentence }) => sentence),
      maxItems,
      glue,
    )
    if (packed.length > maxItems) break
    posts = packed
  }
  const items = posts.flatMap((piece, i) => itemsOf('x_thread', 'post', wrapPiece(`${i + 1}/${posts.length} `, piece)))
  return { items, notes: fewer(items.length, maxItems, 'posts') }
}

/** Sentences in posts, in their order; a sentence that is too long for one is cut. */
function pack(sentences: readonly Sentence[], maxItems: number, glue: string): Piece[] {
  const number = maxItems > 9 ? '15/15 ' : '9/9 '
  const bound = { ...bounds.x_thread.post, most: bounds.x_thread.post.most - measure(number, 'x') }
  const posts: Piece[] = []
  let open: Piece | null = null
  for (const { piece } of sentences) {
    const joined: Piece = open === null ? piece : joinPieces([open, piece], glue)
    if (open !== null && fits(joined.text, bound)) {
      posts[posts.length - 1] = open = joined
      continue
    }
    const short = shorten(piece, bound)
    if (short === null) continue
    posts.push(short)
    open = short === piece ? short : null
  }
  return posts
}

export function linkedin({ ranked, maxItems }: Draftable): Made {
  const [first, ...others] = ranked.slice(0, maxItems + 1)
  if (first === undefined) return { items: [], notes: [] }
  const points = inOrder(others).map(({ sentence }) => wrapPiece('• ', sentence.piece))
  // Whole points as long as there is room; only the opening may be cut.
  for (let count = points.length; count >= 0; count--) {
    const piece = joinPieces([first.sentence.piece, ...points.slice(0, count)], '\n\n')
    if (count === 0 || fits(piece.text, bounds.linkedin.post)) return { items: itemsOf('linkedin', 'post', piece), notes: [] }
  }
  return { items: [], notes: [] }
}

export function newsletter({ ranked, headings, maxItems, glue }: Draftable): Made {
  const subject = titleAmong(headings) ?? ranked[0]?.sentence
  if (subject === undefined) return { items: [], notes: [] }
  const said = ranked.filter(({ sentence }) => sentence !== subject || sentence.kind !== 'heading')
  const lead = inOrder(said.slice(0, 2)).map(({ sentence }) => sentence.piece)
  const points = inOrder(said.slice(2, 2 + maxItems)).flatMap(({ sentence }) => itemsOf('newsletter', 'point', sentence.piece))
  return {
    items: [
      ...itemsOf('newsletter', 'subject', subject.piece),
      ...(lead.length === 0 ? [] : itemsOf('newsletter', 'lead', joinPieces(lead, glue))),
      ...points,
    ],
    notes: fewer(points.length, maxItems, 'points'),
  }
}

/** At most half of what there is to read: a summary of a short text is no copy of it. */
export function summary({ sentences, ranked, glue }: Draftable): Made {
  const all = sentences.reduce((sum, { piece }) => sum + measure(piece.text, 'words'), 0)
  const most = Math.min(bounds.summary.summary.most, Math.ceil(all / 2))
  let chosen: typeof ranked = []
  let words = 0
  for (const one of ranked) {
    const more = measure(one.sentence.piece.text, 'words')
    if (words + more > most) continue
    chosen = [...chosen, one]
    words += more
  }
  const kept = chosen.length > 0 ? inOrder(chosen) : ranked.slice(0, 1)
  const piece = joinPieces(
    kept.map(({ sentence }) => sentence.piece),
    glue,
  )
  const items: Item[] = kept.length === 0 ? [] : itemsOf('summary', 'summary', piece)
  return { items, notes: [] }
}
