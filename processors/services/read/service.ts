// Pages: any public URL as clean Markdown with its metadata, read by queued workers.
import Type from 'typebox'
import { TollgateError } from '../../../base/errors.ts'
import { ReadAnswer, type ReadInput } from '../../jobs/read/answer.ts'
import { readRequests } from '../../jobs/read/topic.ts'
import { metaSchema } from '../../kit/answer.ts'
import { defineRoute, defineService } from '../../kit/define.ts'
import { readInputs, readKey } from './inputs.ts'

const cacheSeconds = 900

const read = defineRoute({
  method: 'GET',
  path: '/read',
  price: '0.005',
  serve: 'queued',
  summary: 'Any public web page, JSON, text or PDF as clean Markdown with its metadata; robots.txt is honoured',
  tags: ['web', 'markdown', 'pages'],
  ...readInputs,
  output: Type.Object({ ...ReadAnswer.properties, meta: metaSchema }),
  example: { input: { url: 'https://example.com/' }, output: undefined },
  key: (input) => readKey(input as ReadInput),
  queue: {
    kind: 'read',
    topic: readRequests,
    waitSeconds: 30,
    request: (input) => ({ key: readKey(input as ReadInput), value: { ...(input as ReadInput) } }),
  },
  maxAgeSeconds: cacheSeconds,
  hardMaxAgeSeconds: 4 * cacheSeconds,
})

export default defineService({
  label: 'read',
  title: 'Pages',
  description:
    'A public URL as clean Markdown: the main text, links, tables and metadata, with a verdict on how well it could be read.',
  version: '2',
  tags: ['web', 'pages'],
  reads: [],
  routes: [read],
  affected: () => [],
  selects: () => [],
  compute() {
    throw new TollgateError('definition_invalid', 'read answers are made by its job')
  },
})
