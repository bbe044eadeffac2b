// Converts one PDF to Markdown, tables and metadata within given limits, or says in a typed refusal why it cannot.
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { drawPage } from './drawing/page-drawing.ts'
import { openPdf } from './drawing/pdf-file.ts'
import { analysePage } from './layout/analyse-page.ts'
import { bodyFontOf } from './layout/body-font.ts'
import { type ConvertLimits, defaultLimits } from './limits.ts'
import { createPoppler } from './poppler/poppler.ts'
import { readPages } from './poppler/read-pages.ts'
import { withScratch } from './process/scratch.ts'
import { renderMarkdown } from './render/markdown.ts'

export type ConvertOptions = { style?: 'clean' | 'faithful'; tables?: 'markdown' | 'html' }
export type ConvertDeps = { limits?: Partial<ConvertLimits>; signal?: AbortSignal }

export async function convertPdf(input: Uint8Array | string, options: ConvertOptions = {}, deps: ConvertDeps = {}) {
  const limits = { ...defaultLimits, ...deps.limits }
  const style = options.style ?? 'clean'
  const tables = options.tables ?? (style === 'faithful' ? 'html' : 'markdown')
  return await withScratch(async (scratch) => {
    const deadline = performance.now() + limits.timeoutMs
    const file = typeof input === 'string' ? resolve(input) : join(scratch, 'document.pdf')
    if (typeof input !== 'string') await writeFile(file, input, { mode: 0o600 })
    const poppler = createPoppler(limits, scratch, deadline, deps.signal)
    const { pages } = await readPages(poppler, file, { first: 1, last: limits.maxPages })
    const body = bodyFontOf(pages)
    const pdf = openPdf(typeof input === 'string' ? await readFile(file) : input)
    const drawn = pdf.pages()
    const drawing = (n: number) => (drawn[n - 1] ? drawPage(pdf, drawn[n - 1]!) : null)
    return { markdown: pages.map((p) => renderMarkdown(analysePage(p, body, drawing(p.number)), { style, tables })).join('\n\n') }
  })
}
