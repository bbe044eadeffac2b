// docs/sources.md says what the program says: who adds or changes a source writes it anew.

// @module-tag slow
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeSourcesPage } from '../../../cli/sources/page.ts'

test('docs/sources.md is what npm run sources -- --write writes', async () => {
  const page = await writeSourcesPage()
  expect(readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')).toBe(page)
  // An honest page names what it does not know and what it does not sell.
  expect(page).toMatch(/Of guessed shape: none\./)
  expect(page).toMatch(/\| miso-grid \|.*\| documented \|/)
  expect(page).toMatch(/\| ta \| nothing \| kraken-candles \|/)
}, 60_000)
