// The files in the bytes of a request: named safely, counted, and only those of the language.

import { filesInArchive } from './archive.ts'
import type { SourceFile } from './finding.ts'
import { SourceRefusal } from './finding.ts'
import { mostFiles, mostSourceBytes } from './limits.ts'
import { extensions } from './source-names.ts'
import type { Form, Language } from './task-shape.ts'

export function sourceFiles(body: Buffer, form: Form, language: Language): SourceFile[] {
  const found =
    form === 'archive' ? filesInArchive(body, extensions[language]) : form === 'sourcify' ? verified(body) : given(body)
  const files = found
    .map(({ path, text }) => ({ path: safePath(path), text: text.replace(/^\uFEFF/, '') }))
    .filter(({ text }) => text.trim() !== '')
  if (files.length === 0) throw new SourceRefusal('no_source', `There is no ${language} source with anything in it.`)
  if (files.length > mostFiles)
    throw new SourceRefusal('too_many_files', `There are ${files.length} files; ${mostFiles} is the most.`)
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  if (bytes > mostSourceBytes)
    throw new SourceRefusal('too_large', `The source is ${bytes} bytes; ${mostSourceBytes} is the most.`)
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function given(body: Buffer): SourceFile[] {
  const files = JSON.parse(body.toString('utf8')) as Record<string, string>
  return Object.entries(files).map(([path, text]) => ({ path, text }))
}

/** Sourcify's answer: the compiler's input as it was verified. */
function verified(body: Buffer): SourceFile[] {
  let answer: { sources?: Record<string, { content?: unknown }> | null }
  try {
    answer = JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new SourceRefusal('source_unreadable', 'The explorer answered with something that is no JSON.')
    throw error
  }
  return Object.entries(answer.sources ?? {}).flatMap(([path, { content }]) =>
    typeof content === 'string' ? [{ path, text: content }] : [],
  )
}

// A path is only a name here, and goes into the answer: nothing in it may lead anywhere or look like something else.
function safePath(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
  const plain = parts
    .join('/')
    .replace(/[^\w\-./@+ ]/g, '_')
    .slice(-200)
  return plain === '' ? 'source' : plain
}
