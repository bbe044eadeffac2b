// The command a person types: Markdown out, files beside it, clear words when it cannot.

// @module-tag slow
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findDocuments } from '../../../cli/convert/find-documents.ts'
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

test('takes a folder with all below it, one that fails ends nothing, and no file is written over another', () => {
  const many = mkdtempSync(join(folder, 'many-'))
  const out = join(folder, 'all')
  mkdirSync(join(many, 'below'))
  for (const name of ['letter.pdf', 'below/letter.pdf']) copyFileSync(file, join(many, name))
  writeFileSync(join(many, 'letter.html'), '<!doctype html><h1>Dear</h1>')
  writeFileSync(join(many, 'broken.pdf'), 'no PDF at all')
  writeFileSync(join(many, 'notes.txt'), 'not asked for')
  const { status, stderr, stdout } = run(many, '--out', out)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/broken\.pdf +not_a_document/)
  expect(stderr).toContain('3 of 4 converted: ')
  expect(readdirSync(out).sort()).toEqual(['below', 'letter.html.json', 'letter.html.md', 'letter.pdf.json', 'letter.pdf.md'])
  expect(readdirSync(join(out, 'below'))).toEqual(['letter.json', 'letter.md'])
})

test('says why it cannot, and how it is used', () => {
  const locked = join(folder, 'locked.pdf')
  writeFileSync(locked, encryptedPdf('secret', 'hidden'))
  expect(run(locked)).toMatchObject({ status: 1, stderr: expect.stringContaining('encrypted') })
  const empty = mkdtempSync(join(folder, 'empty-'))
  expect(run(empty)).toMatchObject({ status: 1, stderr: expect.stringContaining('no PDF, DOCX') })
  expect(run(join(folder, 'none.pdf'))).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') })
  expect(run('--style', 'odd', file)).toMatchObject({ status: 2, stderr: expect.stringContaining('clean, faithful') })
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('usage') })
})

test('of a folder files with macros are found, too', () => {
  const found = mkdtempSync(join(folder, 'macros-'))
  for (const name of ['a.docm', 'b.pptm', 'c.xlsm', 'd.txt']) writeFileSync(join(found, name), '')
  expect(findDocuments([found]).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})
