// One text of an archive that is downloaded whole: on disk while it is read, and gone after it.
import { join } from 'node:path'
import type { HttpRequest } from '../client/http.ts'
import { withScratch } from '../client/scratch.ts'
import type { FetchContext } from '../define.ts'
import { withZip } from '../formats/zip.ts'

interface Member {
  readonly url: string
  readonly name: string
  /** It may not unpack to more. */
  readonly mostBytes: number
  readonly request?: Pick<HttpRequest, 'maxBytes' | 'timeoutMs'>
}

export const fetchMember = (
  { url, name, mostBytes, request }: Member,
  { http, signal }: Pick<FetchContext, 'http' | 'signal'>,
): Promise<string> =>
  withScratch(async (folder) => {
    const path = join(folder, 'archive.zip')
    await http.download(url, path, { ...request, signal })
    return withZip(path, mostBytes, (zip) => zip.whole(name))
  })
