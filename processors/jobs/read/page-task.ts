// A fetched body as a worker reads it: what it is, then its text.
import type { Done, PageInput } from '../workers/tasks.ts'
import { contentKind } from './content-kind.ts'
import { convert } from './convert.ts'

export function readPage({ contentType, ...input }: PageInput, body: Buffer): Done<'page'> {
  const kind = contentKind(contentType, body)
  if (kind === 'unsupported') return { output: { kind: 'refused', code: 'content_unsupported' }, text: '' }
  if (kind === 'pdf') return { output: { kind: 'pdf' }, text: '' }
  const page = convert({ ...input, kind, contentType, bytes: body })
  if (page.markdown === '')
    return { output: { kind: 'refused', code: page.warnings.includes('page_cut') ? 'page_too_complex' : 'page_empty' }, text: '' }
  return { output: { kind: 'page' }, text: JSON.stringify(page) }
}
