// Asks pdfinfo for what decides whether a file can be converted at all, and names the reason when it cannot.
import { ConvertRefusal } from '../refusal.ts'
import type { Poppler } from './poppler.ts'

export type PdfInfo = { pages: number; repaired: boolean; createdAt: string | null; modifiedAt: string | null }

export async function readInfo(poppler: Poppler, file: string): Promise<PdfInfo> {
  const result = await poppler.run('pdfinfo', { printIsoDates: true }, { file })
  if (result.end === 'timeout') throw new ConvertRefusal('timeout', 'the document takes longer to open than one call may')
  if (/incorrect password/i.test(result.stderr)) {
    throw new ConvertRefusal('encrypted', 'the document is encrypted and needs a password to open')
  }
  if (result.exitCode !== 0) {
    if (/unknown.*(?:security|crypt|encryption)|unsupported.*(?:security|encryption)/i.test(result.stderr)) {
      throw new ConvertRefusal('encrypted', 'the document is encrypted in a way that cannot be read')
    }
    throw new ConvertRefusal('broken', 'the document is damaged beyond repair: its pages cannot be found')
  }
  const text = result.stdout.toString('utf8')
  const pages = Number(lastValue(text, 'Pages') ?? 0)
  if (!Number.isSafeInteger(pages) || pages < 1) throw new ConvertRefusal('no_pages', 'the document has no pages')
  return {
    pages,
    repaired: looksRepaired(result.stderr),
    createdAt: isoDate(lastValue(text, 'CreationDate')),
    modifiedAt: isoDate(lastValue(text, 'ModDate')),
  }
}

// A line break inside a title can write "Pages: 9" before the true line; pdfinfo's own line always comes later.
function lastValue(text: string, key: string): string | undefined {
  return [...text.matchAll(new RegExp(`^${key}:\\s*(.*)$`, 'gm'))].at(-1)?.[1]?.trim()
}

export function isoDate(value: string | undefined): string | null {
  if (!value || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(value)) return null
  const at = new Date(value.replace(/([+-]\d{2})$/, '$1:00'))
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

export const looksRepaired = (stderr: string) => /reconstruct|xref|trailer|damaged|couldn't find|invalid object/i.test(stderr)
