// A document as a worker converts it: the answer's JSON text, or the typed reason why there is none.
import { pageFromPdf } from '../read/pdf-page.ts'
import type { DocumentRefused, Done, Tasks } from '../workers/tasks.ts'
import { convertPdf } from './convert.ts'
import { convertDocument } from './convert-document.ts'
import { ConvertRefusal } from './refusal.ts'
import type { ConvertedDocument } from './schema.ts'

export async function answerDocument(
  { options, limits, asOf, withTables, forModelCharacters }: Tasks['document']['input'],
  body: Buffer,
  scratch: string,
): Promise<Done<'document'>> {
  return await refusing(async () => {
    const document = await convertDocument(body, options, { limits, scratchParent: scratch, inGroup: true })
    const failed = document.warnings.flatMap((warning) => (warning.code === 'pages_failed' ? (warning.pages ?? []) : []))
    return {
      output: {
        kind: 'document',
        warnings: document.warnings.map(({ code }) => code),
        pages: document.page_count,
        failedPages: failed,
        forModel: document.markdown.slice(0, forModelCharacters),
      },
      text: JSON.stringify(bodyOf(document, asOf, withTables)),
    }
  })
}

export async function convertPdfPage(
  { limits, maxChars, format }: Tasks['pdf-page']['input'],
  body: Buffer,
  scratch: string,
): Promise<Done<'pdf-page'>> {
  return await refusing(async () => {
    const deps = { limits, scratchParent: scratch, inGroup: true }
    const { markdown, metadata } = await convertPdf(body, { summarize: false }, deps)
    return { output: { kind: 'page' }, text: JSON.stringify(pageFromPdf({ markdown, title: metadata.title }, maxChars, format)) }
  })
}

async function refusing<T>(work: () => Promise<T>): Promise<T | { output: DocumentRefused; text: string }> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ConvertRefusal)) throw error
    return { output: { kind: 'refused', code: error.code, message: error.message }, text: '' }
  }
}

// The free routes show what the Markdown is like; the tables as data are what is paid for.
function bodyOf({ label, textConfidence, tables, ...rest }: ConvertedDocument, asOf: string, withTables: boolean): object {
  const summary =
    `${rest.page_count} page(s), ${rest.word_count} words and ${rest.table_count} table(s) as Markdown` +
    `${rest.warnings.length === 0 ? '' : `; ${rest.warnings.length} warning(s)`}.`
  const score = Math.round(textConfidence * 100)
  const signal = { label, score, score_range: [0, 100], confidence: textConfidence, as_of: asOf, summary }
  const { markdown, pictures, comments, blocks, page_sizes, chunks, ...others } = rest
  const retrieval = { ...(comments && { comments }), ...(blocks && { blocks, page_sizes }), ...(chunks && { chunks }) }
  return withTables ? { signal, markdown, tables, pictures, ...retrieval, ...others } : { signal, markdown, ...others }
}
