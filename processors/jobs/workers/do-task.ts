// What a worker does with each kind of work, loaded for its lane alone.
import type { Lane } from './limits.ts'
import type { Done, TaskName, Tasks } from './tasks.ts'

type Doer<T extends TaskName> = (input: Tasks[T]['input'], body: Buffer) => Promise<Done<T>> | Done<T>
export type Doers = { [T in TaskName]?: Doer<T> }

export async function taskDoers(lane: Lane, scratch: string): Promise<Doers & Record<string, any>> {
  if (lane === 'page') {
    const [{ readPage }, { judgeRobots }, { repurposeText }] = await Promise.all([
      import('../read/page-task.ts'),
      import('../read/robots-rules.ts'),
      import('../repurpose/repurpose-task.ts'),
    ])
    return {
      page: readPage,
      robots: ({ url, agent }, body) => ({ output: judgeRobots(body.toString('utf8'), url, agent), text: '' }),
      repurpose: repurposeText,
    } satisfies Doers
  }
  if (lane === 'audit') {
    const { auditFiles } = await import('../audit/audit-task.ts')
    return { audit: auditFiles } satisfies Doers
  }
  if (lane === 'analyser') {
    const { askSlither } = await import('../audit/slither/ask.ts')
    return { analyse: (input, body) => askSlither(input, body, scratch) } satisfies Doers
  }
  const { answerDocument, convertPdfPage } = await import('../convert/document-task.ts')
  return {
    document: (input, body) => answerDocument(input, body, scratch),
    'pdf-page': (input, body) => convertPdfPage(input, body, scratch),
  } satisfies Doers
}
