// Asks before anything starts whether DATA_DIR can be kept in: nobody should have to read that out of a failure of the database server.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { TollgateError } from '../base/errors.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that is on a file system which is read only',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'that is a file',
  ENOENT: 'no folder can be made there',
  ENAMETOOLONG: 'that name is too long',
}

/** Makes the folder; throws config_invalid where it cannot be made, or not be written. */
export function checkDataDir(folder: string): void {
  try {
    makeFolder(resolve(folder))
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    const message = `DATA_DIR=${folder} cannot be used: ${reasons[code] ?? code}. Set DATA_DIR to a folder of this user.`
    throw new TollgateError('config_invalid', message, { cause: error })
  }
}

// One folder at a time: asked for all of them at once, Node tries for ever where a file system refuses every new name, as /proc does.
function makeFolder(folder: string, code = 'EEXIST'): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found !== undefined) throw Object.assign(new Error(`${folder} is a file`), { code })
  makeFolder(dirname(folder), 'ENOTDIR')
  mkdirSync(folder)
}
