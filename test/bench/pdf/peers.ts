// The installed peers, each at the setting that scores best on this corpus.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, oneByOne } from './engine.ts'

export const liteparse: Engine = {
  name: 'liteparse',
  async run(files) {
    const { LiteParse } = await import('@llamaindex/liteparse')
    const parser = new LiteParse({
      outputFormat: 'markdown',
      ocrEnabled: false,
      keepHeadersFooters: true,
      imageMode: 'off',
      extractLinks: false,
      quiet: true,
    })
    return await oneByOne(files, async (path) => (await parser.parse(path)).text)
  },
}

export const pdfInspector: Engine = {
  name: 'pdf-inspector',
  async run(files) {
    const { processPdf } = await import('@firecrawl/pdf-inspector')
    return await oneByOne(files, async (path) => {
      try {
        return processPdf(await readFile(path)).markdown ?? ''
      } catch (error) {
        process.stderr.write(`pdf-inspector: ${path}: ${error instanceof Error ? error.message : String(error)}\n`)
        return ''
      }
    })
  },
}

// One Java process for all files: its fair batch speed, start included.
export const opendataloader: Engine = {
  name: 'opendataloader',
  async run(files) {
    const { convert } = await import('@opendataloader/pdf')
    const outputDir = await mkdtemp(join(tmpdir(), 'bench-opendataloader-'))
    try {
      const started = performance.now()
      await convert(
        files.map((f) => f.path),
        { outputDir, format: 'markdown', imageOutput: 'off', tableMethod: 'cluster', includeHeaderFooter: true, quiet: true },
      )
      const secondsPerPage = (performance.now() - started) / 1000 / Math.max(1, files.length)
      const markdown = new Map<string, string>()
      for (const { id } of files) markdown.set(id, await readFile(join(outputDir, `${id}.md`), 'utf8').catch(() => ''))
      return { markdown, secondsPerPage }
    } finally {
      await rm(outputDir, { recursive: true, force: true })
    }
  },
}
