// A text made of slices of the source, each with where it is in both; what stands between slices is glue and never a word.
export type Span = { readonly start: number; readonly end: number }
/** `at` is where the slice begins in the piece. */
export type Slice = Span & { readonly at: number }
/** `isCut`: there was more of it. */
export type Piece = { readonly text: string; readonly slices: readonly Slice[]; readonly isCut?: boolean }

export const pieceOf = (source: string, spans: readonly Span[], glue: string): Piece =>
  joinPieces(
    spans.map(({ start, end }) => ({ text: source.slice(start, end), slices: [{ start, end, at: 0 }] })),
    glue,
  )

export function joinPieces(pieces: readonly Piece[], glue: string): Piece {
  let text = ''
  const slices: Slice[] = []
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) text += glue
    slices.push(...piece.slices.map((slice) => ({ ...slice, at: slice.at + text.length })))
    text += piece.text
  }
  return { text, slices, isCut: pieces.some(({ isCut }) => isCut === true) }
}

export const wrapPiece = (before: string, { text, slices, isCut = false }: Piece, after = ''): Piece => ({
  isCut,
  text: `${before}${text}${after}`,
  slices: slices.map((slice) => ({ ...slice, at: slice.at + before.length })),
})

/** The first characters of it, without what of the source lies behind. */
export function cutPiece({ text, slices }: Piece, length: number): Piece {
  return {
    isCut: true,
    text: text.slice(0, length),
    slices: slices.flatMap(({ start, end, at }) => {
      const kept = Math.min(end - start, length - at)
      return kept > 0 ? [{ start, end: start + kept, at }] : []
    }),
  }
}
