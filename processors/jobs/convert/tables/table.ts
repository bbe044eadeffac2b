// A table found on a page: where it lies, its grid, and the words it consists of.
import type { Grid } from '../element.ts'
import type { Box } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { FormBox } from './boxed-form.ts'

export type FoundTable = Box & {
  grid: Grid
  words: Set<Word>
  by: 'rules' | 'text'
  /** A line is drawn between all of its columns. */
  isWalled?: true
  /** Of a form, which is read box by box instead. */
  boxes?: FormBox[]
}
