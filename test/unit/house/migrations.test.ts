// Expand, then contract: a migration only adds, so that processes of the release before go on while the new ones start.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../../migrations/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
// A table made by the same migration has no older users.
const takesAway =
  /\b(DROP\s+(TABLE|COLUMN|TYPE|FUNCTION|SEQUENCE|NOT NULL)|RENAME\s+(TO|COLUMN)|SET\s+NOT\s+NULL|ALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE|TRUNCATE|ADD\s+CONSTRAINT)\b/i
const addsRequired = (statement: string) =>
  /ADD\s+COLUMN/i.test(statement) && /NOT\s+NULL/i.test(statement) && !/DEFAULT/i.test(statement)

const statementsOf = (text: string) =>
  text
    .replaceAll(/^\s*--(?!> statement).*$/gm, '')
    .split(/--> statement-breakpoint/)
    .map((statement) => statement.trim())

test('the rule sees what it must', () => {
  for (const wrong of [
    'DROP TABLE a',
    'ALTER TABLE a DROP COLUMN b',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'ALTER TABLE a ALTER COLUMN b SET NOT NULL',
    'ALTER TABLE a ALTER COLUMN b SET DATA TYPE text',
    'ALTER TABLE a ADD CONSTRAINT c CHECK (true)',
  ])
    expect(takesAway.test(wrong), wrong).toBe(true)
  expect(addsRequired('ALTER TABLE a ADD COLUMN b int NOT NULL')).toBe(true)
  expect(addsRequired('ALTER TABLE a ADD COLUMN b int DEFAULT 0 NOT NULL')).toBe(false)
  expect(addsRequired('ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0')).toBe(false)
})

// A contraction names the release that stopped using what it takes away: "-- contract: unused since 0.3.0".
test.each(files)('%s takes nothing away that a running process may use', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  if (/^-- contract: unused since \d+\.\d+\.\d+/m.test(text)) return
  expect(statementsOf(text).filter((statement) => takesAway.test(statement) || addsRequired(statement))).toEqual([])
})
