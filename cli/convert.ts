// Converts PDF files for a person: `npm run convert -- file.pdf [--out folder]`, with a progress bar over pages.
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { convertPdf } from '../processors/jobs/convert/convert.ts'
import { ConvertRefusal } from '../processors/jobs/convert/refusal.ts'
import type { ConvertedDocument, ConvertOptions } from '../processors/jobs/convert/schema.ts'
import { progressBar } from './progress-bar.ts'

const usage = `usage: npm run convert -- <file.pdf> [more.pdf ...] [options]
  --out <folder>                write <name>.md, <name>.json and one CSV per table there (default: Markdown to standard output)
  --style clean|faithful        clean joins lines and drops page headers and footers; faithful keeps them (default clean)
  --tables markdown|html        HTML keeps row and column spans (default: markdown when clean, html when faithful)
  --pages 1-5,9                 only these pages
  --ocr auto|off|force          read pictures of text with tesseract (default auto)
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
  let refused = 0
  for (const file of asked.files) {
    const bar = progressBar(basename(file), process.stderr)
    try {
      const document = await convertPdf(file, asked.options, { onProgress: bar.show })
      bar.end()
      await deliver(file, document, asked.out)
    } catch (error) {
      bar.end()
      const known = error instanceof ConvertRefusal || (error as NodeJS.ErrnoException).syscall !== undefined
      if (!known) throw error
      process.stderr.write(`${file}: ${(error as { code: string }).code}: ${(error as Error).message}\n`)
      refused++
    }
  }
  return refused === 0 ? 0 : 1
}

function parse(args: string[]): string | { files: string[]; out: string | undefined; options: ConvertOptions } {
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
        blocks: flag,
        chunks: text,
        'page-breaks': flag,
        'no-summary': flag,
      },
    })
    if (values.help) return usage
    if (positionals.length === 0) return `name a PDF file\n${usage}\n`
    const options: Record<string, unknown> = { page_breaks: values['page-breaks'] ?? false, summarize: !values['no-summary'] }
    for (const [name, allowed] of Object.entries(choices)) {
      const value = values[name as 'style' | 'tables' | 'ocr']
      if (value === undefined) continue
      if (!allowed.includes(value)) return `--${name} is one of ${allowed.join(', ')}`
      options[name] = value
    }
    if (values.pages !== undefined && !/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(values.pages)) return '--pages is a list such as 1-5,9'
    if (values.pages !== undefined) options.pages = values.pages
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

async function deliver(file: string, document: ConvertedDocument, out: string | undefined): Promise<void> {
  const { markdown, tables, ...rest } = document
  if (out === undefined) process.stdout.write(`${markdown}\n`)
  else {
    const name = basename(file).replace(/\.pdf$/i, '')
    await mkdir(out, { recursive: true })
    await writeFile(join(out, `${name}.md`), `${markdown}\n`)
    await writeFile(join(out, `${name}.json`), `${JSON.stringify({ ...rest, tables }, null, 2)}\n`)
    for (const [i, table] of tables.entries()) await writeFile(join(out, `${name}.table-${i + 1}.csv`), table.csv)
  }
  const { label, page_count, word_count, table_count, warnings } = document
  process.stderr.write(`${file}: ${label}, ${page_count} pages, ${word_count} words, ${table_count} tables\n`)
  for (const w of warnings)
    process.stderr.write(`  ${w.code}: ${w.message}${w.pages ? ` (pages ${w.pages.slice(0, 20).join(', ')})` : ''}\n`)
}
