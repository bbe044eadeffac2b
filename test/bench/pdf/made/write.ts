// Writes made pages and their truth into a folder of its own, as the benchmark's other documents lie.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MadePage } from './page.ts'

export function writeMadePages(count: number, firstSeed: number, make: (seed: number) => MadePage): string {
  const folder = mkdtempSync(join(tmpdir(), 'made-pages-'))
  for (const kind of ['pdf', 'md']) mkdirSync(join(folder, kind))
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { pdf, truth } = make(seed)
    writeFileSync(join(folder, 'pdf', `${seed}.pdf`), pdf)
    writeFileSync(join(folder, 'md', `${seed}.md`), truth)
  }
  return folder
}
