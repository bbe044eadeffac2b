// The file that pages are drawn from to be read: a copy whose pictures have no colour profiles, where they have any.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '../poppler/poppler.ts'

/** For some pages, the files to try in turn. */
export type DrawnFrom = (pages: readonly number[]) => Promise<readonly string[]>

export function drawnFrom(
  file: string,
  plainFileWith: (pages: readonly number[]) => Buffer | null,
  { scratch }: Bounds,
): DrawnFrom {
  return async (pages) => {
    const bytes = plainFileWith(pages)
    if (bytes === null) return [file]
    const plain = join(scratch, `plain-${crypto.randomUUID()}.pdf`)
    await writeFile(plain, bytes, { mode: 0o600 })
    return [plain, file]
  }
}
