// A worker for hire: one bounded task, answered from the gateway's own rows with each of them cited.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../../base/errors.ts'
import { url as publicUrl } from '../../inputs/url.ts'
import { hireKey, plannerVersion } from '../../jobs/hire/keys.ts'
import { leastTask, mostContext, mostPages, mostTask, priceUsd } from '../../jobs/hire/limits.ts'
import type { Plan } from '../../jobs/hire/plan/plan.ts'
import { reach } from '../../jobs/hire/plan/reach.ts'
import { planOrRefuse } from '../../jobs/hire/plan/refuse.ts'
import { hireSections } from '../../jobs/hire/schema.ts'
import { hireRequests } from '../../jobs/hire/topic.ts'
import { cleanText } from '../../jobs/read/text/clean.ts'
import { answerSchema, signalSchema } from '../../kit/answer.ts'
import { defineRoute, defineService, type ServiceSettings, type Usd } from '../../kit/define.ts'

const list = (maxItems: number, maxLength: number, description: string, pattern?: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength, ...(pattern === undefined ? {} : { pattern }) }), { minItems: 1, maxItems, description }),
  )

const input = Type.Object(
  {
    task: Type.String({
      minLength: leastTask,
      maxLength: mostTask,
      description: 'what is to be found out, in English words; coins, tickers, addresses, countries and places by name',
    }),
    context: Type.Optional(
      Type.String({
        maxLength: mostContext,
        pattern: '^[^\\u0000]*$',
        description: 'data beside the task: what it names is looked up where the task names none',
      }),
    ),
    repo: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: '^https://github\\.com/[A-Za-z0-9_.\\-]{1,60}/[A-Za-z0-9_.\\-]{1,100}/?$',
        description: 'a public repository, whose front page is read',
      }),
    ),
    addresses: list(5, 42, 'EVM addresses to look at', '^0x[0-9a-fA-F]{40}$'),
    symbols: list(10, 12, 'coins and tickers by their symbols', '^\\$?[A-Za-z][A-Za-z0-9.\\-]{0,10}$'),
    urls: list(mostPages, 2_048, 'pages to read'),
    routes: list(6, 80, 'only these of the catalogue, such as funding/rates', '^[a-z_]+/[a-z0-9/{}_\\-]+$'),
    mode: Type.Optional(
      Type.Enum(['auto', 'deterministic', 'llm'], {
        default: 'auto',
        description:
          'deterministic: rules alone; llm: 422 where no model is configured; auto: a model words it where there is one',
      }),
    ),
  },
  { additionalProperties: false },
)

type Refined = { readonly task: string; readonly plan: Plan; readonly mode: 'auto' | 'deterministic' | 'llm' }

function refine(given: Static<typeof input>, model: string | null): Refined {
  const { context, repo, addresses, symbols, routes, mode = 'auto' } = given
  const task = cleanText(given.task).replace(/\s+/g, ' ').trim()
  if ([...task].length < leastTask)
    throw unusable('too_short', `task: ${[...task].length} characters once it is cleaned; ${leastTask} is the least.`)
  if (mode === 'llm' && model === null) throw unusable('no_model', 'mode: no model is configured here; ask for auto.')
  const unknown = routes?.find((name) => !reach.some(({ route }) => route === name))
  if (unknown !== undefined)
    throw new TollgateError(
      'input_invalid',
      `routes: ${unknown} is not among those a hire can ask; /catalog.json lists the others.`,
    )
  const pages = [...(given.urls ?? []), ...(repo === undefined ? [] : [repo])]
  const all = pages.map((one) => publicUrl.parse(one, { name: 'urls', now: new Date(0) }))
  const urls = all.slice(0, mostPages)
  const plan = planOrRefuse({ task, context: cleanText(context ?? ''), given: { addresses, symbols, urls }, routes })
  const beyond = all.slice(mostPages).filter((one) => !plan.unasked.includes(one))
  return { task, plan: { ...plan, unasked: [...plan.unasked, ...beyond] }, mode }
}

const unusable = (detailCode: string, message: string): TollgateError =>
  new TollgateError('input_unusable', message, { detailCode })

const hire = (model: string | null) =>
  defineRoute({
    method: 'POST',
    path: '/hire',
    price: priceUsd as Usd,
    serve: 'queued',
    summary: 'One task answered from this gateway’s own rows and given pages: planned by rules, every finding cited by its row',
    tags: ['research', 'briefs'],
    input,
    output: answerSchema(signalSchema(['done', 'partial'], [0, 100]), hireSections),
    example: {
      input: { task: 'Is ETH perpetual funding crowded, and how do US interest rates stand?' } as never,
      output: undefined,
    },
    bodyLimitBytes: 100_000,
    refine: (given) => refine(given, model) as never,
    key: (given) => keyOf(given as unknown as Refined, model),
    queue: {
      kind: 'hire',
      topic: hireRequests,
      waitSeconds: 50,
      request(given) {
        const refined = given as unknown as Refined
        const { task, plan, mode } = refined
        const steps = plan.steps.map((step) => ({ ...step, input: { ...step.input } }))
        return {
          key: keyOf(refined, model),
          value: { task, steps, left_out: plan.leftOut.map((one) => ({ ...one })), unasked: [...plan.unasked], mode },
        }
      },
    },
    maxAgeSeconds: 300,
    hardMaxAgeSeconds: 86_400,
  })

const keyOf = ({ task, plan, mode }: Refined, model: string | null) => hireKey(task, plan, mode, model)

export default ({ model }: ServiceSettings) =>
  defineService({
    label: 'agent_task',
    title: 'Task for hire',
    description:
      'A worker for one bounded task: it plans over this gateway’s routes before anybody pays, reads their rows without further charge, and cites each.',
    version: plannerVersion,
    tags: ['research', 'briefs'],
    reads: [],
    routes: [hire(model?.name ?? null)],
    affected: () => [],
    selects: () => [],
    compute() {
      throw new TollgateError('definition_invalid', 'tasks are done by their job')
    },
  })
