// The family of audits: source in one language, judged by a queued worker; one route, one price, one answer for all of them.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { sha256Of } from '../../db/facts/blobs.ts'
import { auditKey, engineVersion } from '../jobs/audit/keys.ts'
import { mostFiles, mostSourceBytes } from '../jobs/audit/limits.ts'
import { auditSections } from '../jobs/audit/schema.ts'
import { extensions } from '../jobs/audit/source-names.ts'
import type { Language } from '../jobs/audit/task-shape.ts'
import { auditRequests } from '../jobs/audit/topic.ts'
import { answerSchema, signalSchema } from '../kit/answer.ts'
import { defineRoute, defineService, type Service } from '../kit/define.ts'

export interface AuditFamily {
  readonly label: 'audit_a' | 'audit_b' | 'audit_c'
  readonly language: Language
  readonly title: string
  readonly description: string
  readonly summary: string
  readonly tags: readonly string[]
  /** Contracts of this language can be named by their address on these chains. */
  readonly takesAddress: boolean
  /** What to do instead, where an address is often tried and leads to no source. */
  readonly addressRefused?: string
  readonly example: string
}

const daySeconds = 86_400
const text = { minLength: 20, maxLength: mostSourceBytes }

export function auditService(family: AuditFamily): Service {
  const { label, language, title, description, tags } = family
  return defineService({
    label,
    title,
    description,
    version: engineVersion,
    tags,
    reads: [],
    routes: [auditRoute(family)],
    affected: () => [],
    selects: () => [],
    compute() {
      throw new TollgateError('definition_invalid', `${language} audits are made by their job`)
    },
  })
}

function auditInput({ takesAddress, addressRefused }: AuditFamily) {
  const ways = takesAddress
    ? 'exactly one of source, files, address and github_url'
    : 'exactly one of source, files and github_url'
  const address = {
    address: Type.Optional(
      Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: `a contract whose source Sourcify has verified; ${ways}` }),
    ),
    chain_id: Type.Optional(
      Type.Integer({ minimum: 1, default: 8453, description: 'of the address; 8453 where nothing is said' }),
    ),
  }
  return Type.Object(
    {
      source: Type.Optional(Type.String({ ...text, description: `one file’s text, at most ${mostSourceBytes} bytes; ${ways}` })),
      files: Type.Optional(
        Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: mostSourceBytes }), {
          minProperties: 1,
          maxProperties: mostFiles,
          description: `paths to texts, together at most ${mostSourceBytes} bytes`,
        }),
      ),
      ...((takesAddress ? address : addressRefused === undefined ? {} : { address: refusedAddress(addressRefused) }) as Partial<
        typeof address
      >),
      github_url: Type.Optional(
        Type.String({
          pattern: '^https://github\\.com/[A-Za-z0-9_.\\-]{1,60}/[A-Za-z0-9_.\\-]{1,100}/?$',
          maxLength: 200,
          description: 'a public repository, its newest state',
        }),
      ),
      include_info: Type.Optional(Type.Boolean({ default: false, description: 'also findings of severity info' })),
      focus: Type.Optional(
        Type.Array(Type.String({ maxLength: 60, pattern: '^[a-z0-9][a-z0-9_-]*$' }), {
          maxItems: 20,
          description: 'only these categories or detectors; all where nothing is said',
        }),
      ),
    },
    { additionalProperties: false },
  )
}

// Of any chain: what is none is malformed like any other input.
const refusedAddress = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^(0x[0-9a-fA-F]{1,64}|[1-9A-HJ-NP-Za-km-z]{32,44})$', description: `always 422. ${description}` }),
  )

type Given = Static<ReturnType<typeof auditInput>> & { readonly address?: string; readonly chain_id?: number }
type Refined = { readonly request: Parameters<typeof auditKey>[0]; readonly bytes?: Buffer }

function auditRoute(family: AuditFamily) {
  const { label, language, summary, tags, takesAddress, addressRefused, example } = family
  return defineRoute({
    method: 'POST',
    path: '/audit',
    price: '2.00',
    serve: 'queued',
    summary,
    tags,
    input: auditInput(family),
    output: answerSchema(signalSchema(['pass', 'minor_issues', 'major_issues', 'critical'], [0, 100]), auditSections),
    example: { input: { source: example } as never, output: undefined },
    // JSON may write each byte of source as several.
    bodyLimitBytes: 4 * mostSourceBytes,
    refine(input) {
      if (addressRefused !== undefined && (input as Given).address !== undefined)
        throw new TollgateError('input_unusable', addressRefused, { detailCode: 'no_source' })
      return refine(input as Given, language, takesAddress) as never
    },
    key: (input) => auditKey((input as unknown as Refined).request),
    queue: {
      kind: 'audit',
      topic: auditRequests,
      waitSeconds: 55,
      request(input) {
        const { request, bytes } = input as unknown as Refined
        const value = { service: label, ...request }
        return {
          key: auditKey(request),
          value,
          ...(bytes === undefined ? {} : { blob: { bytes, mediaType: 'application/json' } }),
        }
      },
    },
    maxAgeSeconds: 600,
    hardMaxAgeSeconds: 365 * daySeconds,
  })
}

function refine(given: Given, language: Language, takesAddress: boolean): Refined {
  const ways = [given.source, given.files, given.address, given.github_url].filter((one) => one !== undefined)
  if (ways.length !== 1)
    throw new TollgateError(
      'input_invalid',
      `Give exactly one of source, files${takesAddress ? ', address' : ''} and github_url.`,
    )
  const wishes = { language, include_info: given.include_info ?? false, focus: [...new Set(given.focus ?? [])].sort() }
  if (given.address !== undefined)
    return { request: { ...wishes, address: given.address.toLowerCase(), chain_id: given.chain_id ?? 8453 } }
  if (given.github_url !== undefined) return { request: { ...wishes, github_url: given.github_url.replace(/\/$/, '') } }
  const files = given.files ?? { [`source${extensions[language]}`]: given.source! }
  const size = Object.values(files).reduce((sum, one) => sum + Buffer.byteLength(one), 0)
  if (size > mostSourceBytes)
    throw new TollgateError('input_unusable', `The source is ${size} bytes; ${mostSourceBytes} is the most.`, {
      detailCode: 'too_large',
    })
  if (Object.values(files).every((one) => one.trim() === ''))
    throw new TollgateError('input_unusable', 'There is nothing in the source.', { detailCode: 'no_source' })
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
  const bytes = Buffer.from(JSON.stringify(sorted))
  return { request: { ...wishes, sha256: sha256Of(bytes) }, bytes }
}
