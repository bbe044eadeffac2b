// Makes a piece fit its bound: whole, or cut after a word with an ellipsis; never inside a word, a link or a character.
import { partitionPoint } from '../../../base/partition-point.ts'
import { spaceless } from '../read/text/words.ts'
import type { Bound } from './limits.ts'
import { fits, wordSegmenter } from './measure.ts'
import { cutPiece, type Piece, wrapPiece } from './piece.ts'

// No bound holds more than this, however its characters are put together.
const mostSearched = 6_000
const trailing = /[\s,;:、，；：–—-]$/u
const ellipsis = '…'

/** null where not even its first word fits. */
export function shorten(piece: Piece, bound: Bound): Piece | null {
  if (piece.text.length <= mostSearched && fits(piece.text, bound)) return piece
  const cuts = cutsOf(piece.text.slice(0, mostSearched))
  const fitting = partitionPoint(cuts.length, (i) => fits(`${piece.text.slice(0, cuts[i])}${ellipsis}`, bound))
  return fitting === 0 ? null : wrapPiece('', cutPiece(piece, cuts[fitting - 1]!), ellipsis)
}

/** Where a text may end, shortest first. */
function cutsOf(text: string): number[] {
  const cuts = new Set<number>()
  for (const { index, segment, isWordLike } of wordSegmenter.segment(text)) {
    const end = index + segment.length
    // The last one may be cut itself.
    if (end >= text.length || !(isWordLike || /\p{P}/u.test(segment))) continue
    const isFree = /^\s/u.test(text.slice(end)) || (spaceless.test(segment) && !/^[\p{P}\p{M}]/u.test(text.slice(end)))
    if (isFree) cuts.add(bare(text, end))
  }
  return [...cuts].filter((cut) => cut > 0).sort((a, b) => a - b)
}

function bare(text: string, end: number): number {
  let cut = end
  while (cut > 0 && trailing.test(text[cut - 1]!)) cut--
  return cut
}
