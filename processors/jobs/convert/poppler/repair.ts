// Gives a file that lost its end a new trailer: poppler finds objects by itself, but not the catalogue among them.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogNumber } from '../drawing/page-tree.ts'
import { openPdf } from '../drawing/pdf-file.ts'

/** The repaired copy's path, or null when no catalogue survives. */
export async function repairTrailer(bytes: Uint8Array, scratch: string): Promise<string | null> {
  const catalog = catalogNumber(openPdf(bytes))
  if (catalog === null) return null
  const end = `\nendobj\ntrailer\n<< /Root ${catalog} 0 R /Size ${catalog + 1} >>\nstartxref\n0\n%%EOF\n`
  const path = join(scratch, 'repaired.pdf')
  await writeFile(path, Buffer.concat([bytes, Buffer.from(end)]), { mode: 0o600 })
  return path
}
