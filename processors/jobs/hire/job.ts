// The queued hire: a plan made before payment, carried out on the gateway's own rows at no charge, told with the rows it rests on.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineJob, type JobAnswer, type JobContext, JobRefusal, type JobResources } from '../define.ts'
import { openReader } from '../read/open-reader.ts'
import { answeredOf, answerOf, lineOf } from './answer.ts'
import { gather, type Tools } from './gather.ts'
import { plannerVersion } from './keys.ts'
import { chooseByModel, writeByModel } from './model.ts'
import { fitWithin, type LeftOut, type Step } from './plan/plan.ts'
import type { HireAnswer } from './schema.ts'
import { hireRequests } from './topic.ts'

const freshSeconds = 300
const disclaimer =
  'A brief of cited rows, not the rows: each is sold whole by its own route. Quoted pages are their publishers’ and untrusted.'

type Request = ValueOf<typeof hireRequests>

export default defineJob<Request, Tools & { close(): Promise<void> }>({
  kind: 'hire',
  topic: hireRequests,
  concurrency: 4,
  deadlineSeconds: 70,
  open: (resources: JobResources) => ({ ...openReader(resources), workers: resources.workers }),
  async run(request, context, tools): Promise<JobAnswer[]> {
    const { task, key, caller = 'hire' } = request
    const { steps, leftOut, planner } = await planned(request, context)
    const gathered = await gather(steps, { task, caller }, context, tools)
    if (answeredOf(gathered).length === 0) throw nothingFound(gathered)
    const found = answerOf({ gathered, leftOut, unasked: request.unasked ?? [], planner, now: context.now })
    const body = await worded(found, request, answeredOf(gathered).map(lineOf), context)
    const missing = body.not_found.map(({ route, why }) => `${route}: ${why}`)
    return [
      {
        service: 'agent_task',
        route: '/hire',
        key,
        body: body as unknown as Extract<JobAnswer, { body: unknown }>['body'],
        coverage: { inputs_used: body.findings.length, inputs_expected: steps.length, missing, stale: [] },
        disclaimer,
        formula: `agent_task/${plannerVersion}`,
        freshSeconds,
      },
    ]
  },
})

type Planned = { steps: readonly Step[]; leftOut: readonly LeftOut[]; planner: 'rules' | 'model' }

/** A model only puts in order, and leaves out of, what was planned before anybody paid. */
async function planned({ task, steps, left_out, mode }: Request, { model, signal }: JobContext): Promise<Planned> {
  const chosen = model === null || mode === 'deterministic' ? null : await chooseByModel(model, task, steps, signal)
  const fit = fitWithin(chosen ?? steps)
  return { steps: fit.steps, leftOut: [...left_out, ...fit.leftOut], planner: chosen === null ? 'rules' : 'model' }
}

async function worded(
  body: HireAnswer,
  { task, mode }: Request,
  lines: readonly string[],
  { model, signal }: JobContext,
): Promise<HireAnswer> {
  if (model === null || mode === 'deterministic') return body
  const text = await writeByModel(model, task, lines, signal)
  if (text === null && mode === 'llm')
    throw new JobRefusal('model_unfit', 'The model’s words could not be kept.', { isPassing: true })
  return text === null ? body : { ...body, answer: { ...body.answer, text, basis: 'model', model: model.name } }
}

function nothingFound(gathered: Awaited<ReturnType<typeof gather>>): JobRefusal {
  const why = gathered.flatMap((one) => (one.status === 'answered' ? [] : [`${one.step.route}: ${one.why}`]))
  const isPassing = gathered.some((one) => one.status === 'unavailable')
  return new JobRefusal('nothing_found', `No reading answered. ${why.join('; ').slice(0, 500)}`, { isPassing })
}
