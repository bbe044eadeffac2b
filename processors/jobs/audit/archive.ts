// A repository's zip archive: its source files without tests and dependencies, unpacked only as far as an audit may be long.
import { unzipSync } from 'fflate'
import { type SourceFile, SourceRefusal } from './finding.ts'
import { mostFiles, mostSourceBytes } from './limits.ts'

const leftOut = /(^|\/)(node_modules|lib|test|tests|mock|mocks|script|scripts|vendor|target|build|out|artifacts|\.git)\//i
// Crates beside a Solana program that never run on chain.
const offChain = /(^|\/)(cli|clients?|sdks?|js|idls?|benches|fuzz|trident-tests|xtask)\/|(^|\/)build\.rs$/i
const mostEntries = 20_000

export function filesInArchive(bytes: Buffer, extension: string): SourceFile[] {
  let entries = 0
  let size = 0
  let count = 0
  const wanted = (name: string, originalSize: number): boolean => {
    if (++entries > mostEntries) throw new SourceRefusal('too_many_files', `The repository has more than ${mostEntries} entries.`)
    const inner = name.slice(name.indexOf('/') + 1)
    if (!inner.endsWith(extension) || leftOut.test(inner) || /\.t\.sol$|\.s\.sol$/.test(inner)) return false
    if (extension === '.rs' && offChain.test(inner)) return false
    size += originalSize
    if (++count > mostFiles)
      throw new SourceRefusal(
        'too_many_files',
        `The repository has more than ${mostFiles} source files; send those that matter in "files".`,
      )
    if (size > mostSourceBytes)
      throw new SourceRefusal(
        'too_large',
        `The repository has more than ${mostSourceBytes} bytes of source; send those files that matter in "files".`,
      )
    return true
  }
  try {
    const found = unzipSync(bytes, { filter: ({ name, originalSize }) => wanted(name, originalSize) })
    return Object.entries(found).map(([path, content]) => ({
      path: path.slice(path.indexOf('/') + 1),
      text: new TextDecoder().decode(content),
    }))
  } catch (error) {
    if (error instanceof SourceRefusal || error instanceof RangeError) throw error
    throw new SourceRefusal('archive_damaged', 'The repository’s archive could not be unpacked.')
  }
}
