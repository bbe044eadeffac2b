// Reads the headings a tagged document names as such: its structure tree knows better than any size.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeadingTags } from '../drawing/heading-tags.ts'
import { plainText } from '../layout/plain-text.ts'
import { cleanText } from './entities.ts'
import type { Poppler } from './poppler.ts'

/** Heading text, letters and digits only, to its level; 0 where the tag gives none. */
export type TaggedHeadings = ReadonlyMap<string, number>

const outputBytes = 8 * 1024 * 1024
const mostHeadings = 5_000

export const headingKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

export async function readTaggedHeadings(
  poppler: Poppler,
  file: string,
  tags: HeadingTags,
  scratch: string,
): Promise<TaggedHeadings> {
  if (tags.kind === 'none') return new Map()
  if (tags.kind === 'unknown') return await readTags(poppler, file)
  const cut = join(scratch, 'headings.pdf')
  await writeFile(cut, tags.bytes, { mode: 0o600 })
  const found = await readTags(poppler, cut)
  // Of a damaged file poppler may read less where an update is appended.
  return found.size > 0 ? found : await readTags(poppler, file)
}

async function readTags(poppler: Poppler, file: string): Promise<TaggedHeadings> {
  const result = await poppler.run('pdfinfo', { printDocStructText: true }, { file, outputBytes })
  return result.end === 'exited' && result.exitCode === 0 ? parseTaggedHeadings(result.stdout.toString('utf8')) : new Map()
}

export function parseTaggedHeadings(tree: string): TaggedHeadings {
  const found = new Map<string, number>()
  let open: { indent: number; level: number; text: string } | null = null
  const close = () => {
    const key = headingKey(open?.text ?? '')
    if (open && key !== '' && key.length <= 200) found.set(key, open.level)
    open = null
  }
  for (const line of tree.split('\n')) {
    const indent = line.length - line.trimStart().length
    if (open && indent <= open.indent && line.trim() !== '') close()
    const tag = /^\s*(H[1-6]?|Title) \(block\)/.exec(line)?.[1]
    if (tag) open = { indent, level: tag === 'Title' ? 1 : Number(tag.slice(1) || 0), text: '' }
    else if (open) open.text += ` ${plainText(cleanText(/^\s*"(.*)"\s*$/.exec(line)?.[1] ?? ''))}`
    if (found.size >= mostHeadings) break
  }
  close()
  return found
}
