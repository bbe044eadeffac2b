// Which documents are meant: files as they are named, and of a folder all that look like documents, with where each one's Markdown goes.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Found {
  readonly file: string
  /** Below the folder for what is written, without an ending; no two are the same. */
  readonly name: string
}

const ending = /\.(?:pdf|doc[xm]|ppt[xm]|xls[xm]|html?)$/i

export function findDocuments(named: readonly string[]): Found[] {
  const found = named.flatMap((path) => (isFolder(path) ? inFolder(path) : [{ file: path, place: basename(path) }]))
  const names = Map.groupBy(found, ({ place }) => place.replace(ending, '').toLowerCase())
  const taken = new Map<string, number>()
  return found.map(({ file, place }) => {
    const short = place.replace(ending, '')
    // Of letter.pdf and letter.docx each keeps its ending; of two that are called the same the second gets a number.
    const name = names.get(short.toLowerCase())!.length === 1 ? short : place
    const count = (taken.get(name.toLowerCase()) ?? 0) + 1
    taken.set(name.toLowerCase(), count)
    return { file, name: count === 1 ? name : `${name}-${count}` }
  })
}

function inFolder(folder: string) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && ending.test(one.name),
  )
  return files
    .map((one) => join(one.parentPath, one.name))
    .sort()
    .map((file) => ({
      file,
      place: join(
        dirname(file)
          .slice(folder.length)
          .replace(/^[/\\]/, ''),
        basename(file),
      ),
    }))
}

// What is not there is told when it is read.
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
