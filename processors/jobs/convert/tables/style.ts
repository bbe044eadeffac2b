// How words look.
import type { Segment } from './text-rows.ts'

/** How its first word looks: names and what they name are often told apart by that alone. */
export const styleOf = ({ words: [word] }: Pick<Segment, 'words'>): string =>
  `${Math.round(word!.size * 2)} ${word!.bold} ${word!.italic} ${word!.color}`
