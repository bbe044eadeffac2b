// Links that lead to another place of the same document, as hyperref sets on every call of a note and on symbols: they hide nothing.
import { expect, test } from 'vitest'
import { lineFrom } from '../../../processors/jobs/convert/layout/lines.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { attachFonts } from '../../../processors/jobs/convert/poppler/attach-fonts.ts'
import type { Run } from '../../../processors/jobs/convert/poppler/runs.ts'
import { inlineText } from '../../../processors/jobs/convert/render/inline.ts'
import { pageOf, word } from '../../support/many.ts'

const host = word(0, 100, 100, { text: 'transactions', x1: 160, line: 1 })
const call = (more: Partial<Word>) => word(1, 160, 98, { text: '1', x1: 164, line: 1, size: 6, script: 'superscript', ...more })
const said = (more: Partial<Word>) => inlineText(lineFrom([host, call(more)]), 'clean')

test.each([
  ['paper.html#3', undefined],
  ['javascript:alert(1)', undefined],
  ['https://a.example/x', 'https://a.example/x'],
])('a link to %s', (href, kept) => {
  const page = pageOf([word(0, 100, 100, { text: '1', x1: 104 })])
  const run: Run = { ...page.words[0]!, y0: 99, y1: 111, font: 'CMR6', hrefs: [{ href, text: '1' }] }
  attachFonts(page, { number: 1, pixelWidth: 612, pixelHeight: 792, runs: [run] })
  expect(page.words[0]!.href).toBe(kept)
})

test('what is raised stays raised, with a link and without', () => {
  expect(said({})).toBe('transactions<sup>1</sup>')
  expect(said({ href: 'paper.html#3' })).toBe('transactions<sup>1</sup>')
  expect(said({ href: 'https://a.example/x' })).toBe('transactions[<sup>1</sup>](https://a.example/x)')
})

test('the call of a note is one, wherever it leads', () => {
  expect(said({ note: '1', href: 'https://a.example/x' })).toBe('transactions[^1]')
})
