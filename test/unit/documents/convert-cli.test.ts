// The command a person types: Markdown out, files beside it, clear words when it cannot.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pdfDocument, text } from '../../support/pdf/document.ts'
import { encryptedPdf } from '../../support/pdf/encrypt.ts'

const folder = mkdtempSync(join(tmpdir(), 'convert-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'letter.pdf')
writeFileSync(file, pdfDocument({ pages: [text(72, 100, 'Dear reader of letters')] }))
const run = (...args: string[]) => spawnSync(process.execPath, ['cli/convert.ts', ...args], { encoding: 'utf8' })

test('prints Markdown, and what it did beside it', () => {
  const { status, stdout, stderr } = run(file)
  expect([status, stdout]).toEqual([0, 'Dear reader of letters\n'])
  expect(stderr).toContain('converted, 1 pages, 4 words')
})

test('writes files into a folder', () => {
  expect(run(file, '--out', join(folder, 'out')).status).toBe(0)
  expect(readdirSync(join(folder, 'out'))).toEqual(['letter.json', 'letter.md'])
  expect(JSON.parse(readFileSync(join(folder, 'out', 'letter.json'), 'utf8')).word_count).toBe(4)
})

test('writes blocks and chunks where they are asked for', () => {
  expect(run(file, '--out', join(folder, 'searched'), '--blocks', '--chunks', '64').status).toBe(0)
  const { blocks, chunks } = JSON.parse(readFileSync(join(folder, 'searched', 'letter.json'), 'utf8'))
  expect([blocks[0].text, chunks]).toEqual([
    'Dear reader of letters',
    [{ path: [], first_page: 1, last_page: 1, tokens: 4, text: 'Dear reader of letters' }],
  ])
  expect(run(file, '--chunks', '9')).toMatchObject({ status: 2, stderr: expect.stringContaining('--chunks') })
})

test('says why it cannot, and how it is used', () => {
  const locked = join(folder, 'locked.pdf')
  writeFileSync(locked, encryptedPdf('secret', 'hidden'))
  expect(run(locked)).toMatchObject({ status: 1, stderr: expect.stringContaining('encrypted') })
  expect(run(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('EISDIR') })
  expect(run(join(folder, 'none.pdf'))).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') })
  expect(run('--style', 'odd', file)).toMatchObject({ status: 2, stderr: expect.stringContaining('clean, faithful') })
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('usage') })
})
