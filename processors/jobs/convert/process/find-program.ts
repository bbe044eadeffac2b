// Finds a system program's absolute path once, so that nothing is ever started through a relative name.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const usual = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin']

export function findProgram(name: string, folders: readonly string[] = usual): string | null {
  for (const folder of folders.flatMap((f) => f.split(delimiter))) {
    const path = join(folder, name)
    if (isExecutable(path)) return path
  }
  return null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
