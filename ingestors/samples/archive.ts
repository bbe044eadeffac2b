// Writes the archives of samples: texts by their names, the same bytes for the same texts.
import { strToU8, zipSync } from 'fflate'

export const archiveType = 'application/zip'

export function writeArchive(files: Readonly<Record<string, string>>): Uint8Array {
  const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
  // The time of writing would make every answer another one.
  return zipSync(packed, { mtime: new Date('2026-01-01T00:00:00Z') })
}
