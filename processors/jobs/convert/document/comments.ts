// The comments of the pages that were asked for, as an answer tells them.
import { disarmWords } from '../../markdown/disarm.ts'
import type { Comment } from '../drawing/annotations.ts'
import type { PageText } from '../page-text.ts'
import type { ConvertedComment } from '../schema.ts'

const mostComments = 1_000

export function notedOn(
  pages: readonly PageText[],
  on: (page: number) => readonly Comment[],
): { comments: ConvertedComment[]; moreComments: boolean } {
  const comments: ConvertedComment[] = []
  for (const { number } of pages) {
    for (const { kind, box, author, text, at } of on(number)) {
      if (comments.length === mostComments) return { comments, moreComments: true }
      comments.push({
        page: number,
        kind: kind as ConvertedComment['kind'],
        box: [box.x0, box.y0, box.x1, box.y1].map((points) => Math.round(points * 10) / 10),
        author: author === null ? null : disarmWords(author),
        text: disarmWords(text),
        at,
      })
    }
  }
  return { comments, moreComments: false }
}
