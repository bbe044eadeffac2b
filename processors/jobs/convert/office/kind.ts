// What a document is, from its bytes: names and labels are the sender's and say nothing.
import { ownValue } from '../../../../base/own-value.ts'
import { beginsAsHtml } from '../../read/content-kind.ts'
import { ConvertRefusal } from '../refusal.ts'
import type { OfficePackage } from './package.ts'
import { parseRoot } from './xml.ts'

export type OfficeKind = 'docx' | 'pptx' | 'xlsx'
export type DocumentKind = 'pdf' | 'html' | OfficeKind

const zipHead = Buffer.from('PK\x03\x04', 'latin1')
// Word, Excel and PowerPoint before 2007, and every later file that a password locks.
const compoundHead = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** What the first bytes look like; a zip may still turn out to be none of ours. */
export function looksLike(bytes: Uint8Array): 'pdf' | 'html' | 'zip' | 'compound' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength))
  // Readers accept up to a kilobyte of anything before the header.
  if (head.includes('%PDF-')) return 'pdf'
  if (head.subarray(0, 4).equals(zipHead)) return 'zip'
  if (head.subarray(0, 8).equals(compoundHead)) return 'compound'
  return beginsAsHtml(textHead(head)) ? 'html' : null
}

function textHead(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe)
    return head
      .subarray(0, head.length & ~1)
      .toString('utf16le')
      .replace('\ufeff', '')
  return head.toString('latin1')
}

export const otherKind = 'the bytes are no PDF, DOCX, PPTX, XLSX or HTML document'

export function compoundRefusal(bytes: Uint8Array): ConvertRefusal {
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name)
    ? new ConvertRefusal('encrypted', 'the document is locked by a password')
    : new ConvertRefusal('not_a_document', 'the document has the format of Office before 2007; save it as DOCX, PPTX or XLSX')
}

const kinds: Record<string, OfficeKind> = { 'w:document': 'docx', 'p:presentation': 'pptx', workbook: 'xlsx' }

/** The part that everything else hangs on, and what its own first element says it is. */
export function mainPart(file: OfficePackage): { kind: OfficeKind; part: string; xml: string } {
  const part = file.relations('').find(({ type }) => type === 'officeDocument')?.part
  const xml = part ? file.text(part) : null
  if (!part || xml === null) throw new ConvertRefusal('not_a_document', otherKind)
  const kind = ownValue(kinds, parseRoot(xml).name)
  if (kind === undefined) throw new ConvertRefusal('not_a_document', otherKind)
  return { kind, part, xml }
}
