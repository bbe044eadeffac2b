// Where the database shall be made is looked at before anything starts; what is wrong with it is said in words.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkDataDir } from '../../../app/data-folder.ts'
import { TollgateError } from '../../../base/errors.ts'

const place = mkdtempSync(join(tmpdir(), 'tollgate-data-folder-'))
const file = join(place, 'file')
writeFileSync(file, '')
afterAll(() => rmSync(place, { recursive: true }))

test.each([
  ['a file', file, 'that is a file'],
  ['a folder within a file', join(file, 'below'), 'a part of that path is a file'],
  // Here Node's own way of making several folders never ends.
  ['a folder of a file system that takes none', '/proc/tollgate/below', 'no folder can be made there'],
  ['a name longer than any', join(place, 'x'.repeat(300)), 'that name is too long'],
])('%s is refused before anything starts', (_name, folder, why) => {
  const message = `DATA_DIR=${folder} cannot be used: ${why}. Set DATA_DIR to a folder of this user.`
  expect(() => checkDataDir(folder)).toThrow(new TollgateError('config_invalid', message))
})

test('a folder that is not there yet is made with those above it, and one that is there is left as it is', () => {
  const folder = join(place, 'a', 'b')
  checkDataDir(folder)
  checkDataDir(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
})
