// Reads every recording below a folder: each recordings.tsv and each HTTP archive.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TollgateError } from '../../base/errors.ts'
import type { Exchange } from './exchange.ts'
import { readHar } from './har.ts'
import { readTsv } from './tsv.ts'

export function readRecordings(folder: string): Exchange[] {
  if (!existsSync(folder)) throw new TollgateError('config_invalid', `RECORDED_DIR=${folder} is not there`)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const found = files.flatMap((name): Exchange[] => {
    const path = join(folder, name)
    if (name === 'recordings.tsv' || name.endsWith('/recordings.tsv')) return readTsv(readFileSync(path, 'utf8'), dirname(path))
    return name.endsWith('.har') ? readHar(readFileSync(path, 'utf8'), name) : []
  })
  if (found.length > 0) return found
  throw new TollgateError('config_invalid', `RECORDED_DIR=${folder} has neither a recordings.tsv nor a .har file with answers`)
}
