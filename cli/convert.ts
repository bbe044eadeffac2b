// Converts documents for a person: `npm run convert -- file.pdf [--out folder]`, with a progress bar over pages, of a folder over files.
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { convertDocument } from '../processors/jobs/convert/convert-document.ts'
import { ConvertRefusal } from '../processors/jobs/convert/refusal.ts'
import type { ConvertedDocument, ConvertOptions } from '../processors/jobs/convert/schema.ts'
import { type Found, findDocuments } from './convert/find-documents.ts'
import { progressBar } from './progress-bar.ts'
import { formatTable } from './table.ts'

const usage = `usage: npm run convert -- <file or folder> [more ...] [options]   (PDF, DOCX, PPTX, XLSX, HTML)
  --out <folder>                write <name>.md, <name>.json and one CSV per table there (default: Markdown to standard output);
                                several documents are told of in a table at the end
  --style clean|faithful        clean joins lines and drops page headers and footers; faithful keeps them (default clean)
  --tables markdown|html        HTML keeps row and column spans (default: markdown when clean, html when faithful)
  --pages 1-5,9                 only these pages
  --ocr auto|off|force          read pictures of text with tesseract (default auto)
  --ocr-lang deu+eng            in which languages pictures of text are (default: English, or what the script tells)
  --comments                    into the JSON file: what readers noted on the pages of a PDF
  --blocks                      into the JSON file: every block with its page and box
  --chunks <max tokens>         into the JSON file: pieces for retrieval, each under one path of headings
  --page-breaks                 mark page breaks with comments
  --no-summary                  leave the summary out`

const choices: Record<string, readonly string[]> = {
  style: ['clean', 'faithful'],
  tables: ['markdown', 'html'],
  ocr: ['auto', 'off', 'force'],
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const asked = parse(args)
  if (typeof asked === 'string') {
    const isHelp = asked === usage
    ;(isHelp ? process.stdout : process.stderr).write(`${asked}\n`)
    return isHelp ? 0 : 2
  }
  const documents = findDocuments(asked.files)
  if (documents.length === 0) {
    process.stderr.write(`no PDF, DOCX, PPTX, XLSX or HTML in ${asked.files.join(', ')}\n`)
    return 1
  }
  if (documents.length > 1 && asked.out === undefined && process.stdout.isTTY)
    process.stderr.write(`${documents.length} documents one after the other; --out <folder> writes each into a file of its own\n`)
  const told: Told[] = []
  const all = progressBar('converting', process.stderr, 'documents')
  for (const one of documents) {
    if (documents.length > 1) all.show(told.length, documents.length)
    told.push(await convertOne(one, asked, documents.length > 1))
  }
  all.end()
  if (documents.length > 1) summarize(told)
  return told.every(({ state }) => state === 'converted') ? 0 : 1
}

interface Told {
  readonly file: string
  readonly state: string
  readonly pages: number | ''
  readonly words: number | ''
  readonly tables: number | ''
  readonly seconds: string
  readonly warnings: string
}

/** One of many that fails ends nothing but itself. */
async function convertOne({ file, name }: Found, { options, out }: Asked, isOfMany: boolean): Promise<Told> {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1)
  const bar = isOfMany ? null : progressBar(basename(file), process.stderr)
  try {
    const document = await convertDocument(file, options, { ...(bar && { onProgress: bar.show }) })
    bar?.end()
    await deliver(name, document, out)
    if (!isOfMany) describe(file, document)
    const { page_count: pages, word_count: words, table_count: tables, warnings } = document
    return {
      file,
      state: 'converted',
      pages,
      words,
      tables,
      seconds: seconds(),
      warnings: warnings.map(({ code }) => code).join(' '),
    }
  } catch (error) {
    bar?.end()
    const isKnown = error instanceof ConvertRefusal || (error as NodeJS.ErrnoException).syscall !== undefined
    if (!isKnown && !isOfMany) throw error
    const code = isKnown ? (error as { code: string }).code : 'fault'
    const { message } = error as Error
    // What the system refuses says its code itself.
    process.stderr.write(`${file}: ${message.startsWith(`${code}: `) ? '' : `${code}: `}${message}\n`)
    return { file, state: code, pages: '', words: '', tables: '', seconds: seconds(), warnings: '' }
  }
}

function summarize(told: readonly Told[]): void {
  const converted = told.filter(({ state }) => state === 'converted')
  const sum = (of: 'pages' | 'words' | 'tables') => converted.reduce((all, one) => all + Number(one[of]), 0)
  process.stderr.write(
    `${formatTable(told)}\n${converted.length} of ${told.length} converted: ${sum('pages')} pages, ${sum('words')} words, ${sum('tables')} tables\n`,
  )
}

interface Asked {
  readonly files: string[]
  readonly out: string | undefined
  readonly options: ConvertOptions
}

function parse(args: string[]): string | Asked {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: flag,
        out: text,
        style: text,
        tables: text,
        pages: text,
        ocr: text,
        'ocr-lang': text,
        blocks: flag,
        comments: flag,
        chunks: text,
        'page-breaks': flag,
        'no-summary': flag,
      },
    })
    if (values.help) return usage
    if (positionals.length === 0) return `name a document\n${usage}\n`
    const options: Record<string, unknown> = { page_breaks: values['page-breaks'] ?? false, summarize: !values['no-summary'] }
    for (const [name, allowed] of Object.entries(choices)) {
      const value = values[name as 'style' | 'tables' | 'ocr']
      if (value === undefined) continue
      if (!allowed.includes(value)) return `--${name} is one of ${allowed.join(', ')}`
      options[name] = value
    }
    if (values.pages !== undefined && !/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(values.pages)) return '--pages is a list such as 1-5,9'
    if (values.pages !== undefined) options.pages = values.pages
    if (values['ocr-lang'] !== undefined) {
      if (!/^[a-z]{3}(?:_[a-z]{3,4})?(?:\+[a-z]{3}(?:_[a-z]{3,4})?){0,2}$/.test(values['ocr-lang']))
        return '--ocr-lang is a list such as deu+eng'
      options.ocr_lang = values['ocr-lang']
    }
    if (values.comments) options.comments = true
    if (values.blocks) options.blocks = true
    if (values.chunks !== undefined) {
      if (!/^\d{2,4}$/.test(values.chunks) || Number(values.chunks) < 64) return '--chunks is a number of tokens, 64 or more'
      options.chunks = { max_tokens: Number(values.chunks) }
    }
    return { files: positionals, out: values.out, options }
  } catch (error) {
    return `${(error as Error).message}\n${usage}\n`
  }
}

async function deliver(name: string, document: ConvertedDocument, out: string | undefined): Promise<void> {
  const { markdown, tables, ...rest } = document
  if (out === undefined) {
    process.stdout.write(`${markdown}\n`)
    return
  }
  const place = join(out, name)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(`${place}.md`, `${markdown}\n`)
  await writeFile(`${place}.json`, `${JSON.stringify({ ...rest, tables }, null, 2)}\n`)
  for (const [i, table] of tables.entries()) await writeFile(`${place}.table-${i + 1}.csv`, table.csv)
}

function describe(file: string, { label, page_count, word_count, table_count, warnings }: ConvertedDocument): void {
  process.stderr.write(`${file}: ${label}, ${page_count} pages, ${word_count} words, ${table_count} tables\n`)
  for (const w of warnings)
    process.stderr.write(`  ${w.code}: ${w.message}${w.pages ? ` (pages ${w.pages.slice(0, 20).join(', ')})` : ''}\n`)
}
