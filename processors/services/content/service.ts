// Content: a text or a page as posts, threads, outlines and summaries, every sentence of which can be found in the source.
import { TollgateError } from '../../../base/errors.ts'
import { engineVersion, repurposeKey } from '../../jobs/repurpose/keys.ts'
import { mostCharacters } from '../../jobs/repurpose/limits.ts'
import { repurposeSections } from '../../jobs/repurpose/schema.ts'
import { repurposeRequests } from '../../jobs/repurpose/topic.ts'
import { answerSchema, signalSchema } from '../../kit/answer.ts'
import { defineRoute, defineService, type ServiceSettings } from '../../kit/define.ts'
import { type RepurposeRefined, refineRepurpose, repurposeInput } from './inputs.ts'
import { sampleText } from './sample-text.ts'

const daySeconds = 86_400

const repurpose = (model: string | null) =>
  defineRoute({
    method: 'POST',
    path: '/repurpose',
    price: '0.15',
    serve: 'queued',
    summary:
      'A text or page as posts, threads, outlines, titles and summaries at exact lengths, each sentence traced to its place',
    tags: ['content', 'text', 'web'],
    input: repurposeInput,
    output: answerSchema(signalSchema(['ready', 'usable', 'weak_source'], [0, 100]), repurposeSections),
    example: { input: { text: sampleText, formats: ['x_thread', 'summary'] } as never, output: undefined },
    // JSON may write each character as several bytes.
    bodyLimitBytes: 12 * mostCharacters,
    refine: (input) => refineRepurpose(input, model) as never,
    key: (input) => repurposeKey((input as unknown as RepurposeRefined).request, model),
    queue: {
      kind: 'repurpose',
      topic: repurposeRequests,
      waitSeconds: 50,
      request(input) {
        const { request, bytes } = input as unknown as RepurposeRefined
        const key = repurposeKey(request, model)
        return { key, value: { ...request }, ...(bytes === undefined ? {} : { blob: { bytes, mediaType: 'text/plain' } }) }
      },
    },
    maxAgeSeconds: 600,
    hardMaxAgeSeconds: 365 * daySeconds,
  })

export default ({ model }: ServiceSettings) =>
  defineService({
    label: 'content',
    title: 'Content',
    description:
      'A text or a public page repurposed: ten formats at the lengths their platforms count, extractive without a model and marked where one wrote.',
    version: engineVersion,
    tags: ['content', 'text'],
    reads: [],
    routes: [repurpose(model?.name ?? null)],
    affected: () => [],
    selects: () => [],
    compute() {
      throw new TollgateError('definition_invalid', 'content answers are made by its job')
    },
  })
