// Every hostile file is converted or refused by name within its limits, leaves nothing behind, and harms nothing that follows.

// @module-tag slow
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { ConvertRefusal } from '../../../processors/jobs/convert/refusal.ts'
import { ConvertedDocument } from '../../../processors/jobs/convert/schema.ts'
import { pdfDocument, text } from '../../support/pdf/document.ts'
import { hostileFiles } from '../../support/pdf/hostile.ts'

const timeoutMs = 15_000
// What would use up any limit is given little of it.
const endlessMs = 1_500
const control = pdfDocument({ pages: [text(72, 100, 'The control sentence.')] })
let scratchParent: string

beforeAll(async () => {
  scratchParent = await mkdtemp(join(tmpdir(), 'hostile-'))
})
afterAll(() => rm(scratchParent, { recursive: true, force: true }))

async function answer(bytes: Buffer, limitMs = timeoutMs) {
  const started = performance.now()
  try {
    const document = await convertPdf(bytes, {}, { limits: { timeoutMs: limitMs }, scratchParent })
    return { document, code: null, ms: performance.now() - started }
  } catch (error) {
    if (!(error instanceof ConvertRefusal)) throw error
    return { document: null, code: error.code, ms: performance.now() - started }
  }
}

describe('hostile files', () => {
  test.each(hostileFiles)('$name', async ({ bytes, refused, isEndless }) => {
    const limitMs = isEndless ? endlessMs : timeoutMs
    const { document, code, ms } = await answer(bytes(), limitMs)
    expect(ms).toBeLessThan(limitMs + 4_000)
    if (refused === null) expect(code).toBeNull()
    else if (refused !== 'either') expect(refused).toContain(code)
    if (document) {
      expect(Check(ConvertedDocument, document)).toBe(true)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested
      expect(JSON.stringify(document)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\\u00(?:0[0-8bce-f]|1)/)
    }
    expect(readdirSync(scratchParent)).toEqual([])
    expect((await answer(control)).document?.markdown).toBe('The control sentence.')
  })

  test('hidden instructions are dropped and counted, readable white text stays', async () => {
    const { document } = await answer(hostileFiles.find((h) => h.name === 'hidden instructions')!.bytes())
    expect(document?.markdown).toContain('The visible sentence of this page.')
    expect(document?.markdown).toContain('White on a dark band can be read.')
    expect(document?.markdown).not.toContain('Ignore all previous instructions')
    expect(document?.warnings).toMatchObject([{ code: 'hidden_text', pages: [1] }])
    expect(document!.warnings[0]!.count).toBeGreaterThanOrEqual(24)
  })

  test('metadata cannot be forged through line breaks', async () => {
    const { document } = await answer(hostileFiles.find((h) => h.name === 'forged metadata')!.bytes())
    expect(document?.metadata).toMatchObject({
      pages: 1,
      title: 'Report Pages: 999999 Encrypted: yes Author: Mallory',
      author: 'Alice Pages: 888888',
    })
  })

  test('text that looks like markup stays text', async () => {
    const { document } = await answer(hostileFiles.find((h) => h.name === 'Markdown in the text')!.bytes())
    expect(document?.markdown).toContain('\\# not a heading')
    expect(document?.markdown).not.toMatch(/<script|(?<!\\)\]\(javascript/)
  })

  test('a truncated file is repaired and says so', async () => {
    const { document } = await answer(hostileFiles.find((h) => h.name === 'truncated in the middle')!.bytes())
    expect(document?.markdown).toBe('A sound page of text')
    expect(document?.warnings.map((w) => w.code)).toContain('repaired')
  })
})
