// One route of a signal service: what a buyer asks and pays, and the fields of the answer.
import type { Static, TObject } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { clip, round } from '../formula/index.ts'
import type { Ladder } from '../formula/ladder.ts'
import { takeInputs } from '../inputs/take.ts'
import { answerSchema, signalSchema } from './answer.ts'
import type { Coverage, Directory, Fact, Lookup, RouteDefinition, Selection } from './define.ts'
import { type Fields, schemasOf, type Told, tidyAnswer, type UnitsAsNamed } from './fields.ts'
import { type Direction, leaning, mostSummary, signalHead } from './signal-head.ts'

type TakenFields = Parameters<typeof takeInputs>[0]
/** What a caller's inputs are once they are read. */
export type InputOf<I extends TakenFields> = Static<ReturnType<typeof takeInputs<I>>['input']>

export interface Lasting {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
}

type PassedOn<I> = Pick<
  RouteDefinition<TObject, any>,
  'closed' | 'usdg' | 'historySeconds' | 'timeoutSeconds' | 'settle' | 'bodyLimitBytes' | 'lookup'
> & {
  refine?(input: I, now: Date): I
  /** Such an input's row is made when somebody asks, of what is known then. */
  onRequest?(input: I): boolean
  /** Cuts a stored answer to what was asked for. */
  shape?(body: any, input: I): object
  /** What the passing of time changes in a stored answer: of the verdict, and whole sections. */
  age?(body: any, now: Date): Aged
  readonly demand?: {
    of(input: I): { readonly source: string; readonly key: string } | null
    readonly waitSeconds?: number
    readonly perPayer?: { readonly burst: number; readonly perMinute: number }
    readonly directory?: Directory<I>
  }
}

/** An answer of the caller's own: the same formula tells it from the facts kept in memory, at the moment of the question. */
export interface AnswerOnAsking<F extends Fields, L extends string, I> {
  readonly selections: readonly Selection[]
  build(facts: readonly Fact[]): any
  /** What only the facts can tell to be unusable: throws before a price is named, and before anything is told. */
  refuse?(index: any, input: I, now: Date): void
  tell(index: any, input: I, now: Date): ToldAnswer<F, L>
  /** What may be asked instead where too little is known of it. */
  instead?(index: any): string
  /** Telling costs little: of whom too little is known, nobody is named a price. */
  readonly isToldFirst?: boolean
}

export type SignalRouteOptions<F extends Fields, L extends string, I extends TakenFields> = PassedOn<InputOf<I>> & {
  readonly path: `/${string}`
  readonly price: `${number}`
  readonly summary: string
  /** The service's where nothing is said. */
  readonly tags?: readonly string[]
  /** What a caller may ask: inputs by their kinds. */
  readonly takes?: I
  readonly example?: InputOf<I>
  /** The row that answers an input; not needed where the service has one row, or the route one input that is the row's key. */
  key?(input: InputOf<I>): string
  /** So long after its newest input an answer is fresh. */
  readonly fresh: Lasting
  /** So long it is sold at all. */
  readonly sold: Lasting
  /** -100 to 100 where nothing is said. */
  readonly range?: readonly [number, number]
  readonly labels: readonly L[] | Ladder<L>
  /** No answer where less of the inputs' weight is there; one half where nothing is said. */
  readonly leastWeight?: number
  /** Said with every answer. */
  readonly disclaimer?: string
  /** What a buyer may look for and does not find: named in every answer's coverage. */
  readonly notTold?: readonly string[]
  /** The sections after the signal, field by field. */
  readonly answer: F & UnitsAsNamed<F>
  /** Where the row only says that the facts are there, and each caller's answer is made when it is asked for. */
  readonly tells?: AnswerOnAsking<F, L, InputOf<I>>
}

export interface SignalRoute<F extends Fields = any, L extends string = any> {
  readonly fields: F
  readonly labels: readonly L[]
  labelOf: ((score: number) => L) | null
  readonly range: readonly [number, number]
  readonly leastWeight: number
  readonly disclaimer: string | undefined
  readonly notTold: readonly string[]
  /** The route but for what its service adds: tags, and the key of its only row. */
  readonly definition: Omit<RouteDefinition<any, any>, 'tags' | 'key'> & Partial<Pick<RouteDefinition<any, any>, 'tags' | 'key'>>
}

/** What a composite says, or a formula of its own: `{ ...mix, score }` where only one of them differs. */
export interface Judgement {
  readonly score: number
  readonly confidence: number
  /** The share of the inputs' weight that is there; where nothing is said it is never too little. */
  readonly availableWeight?: number
  readonly coverage: Coverage
}

/** What a formula tells beside the route's fields; no field may have one of these names. */
export interface Verdict<L extends string> {
  readonly mix: Judgement
  /** The ladder's where nothing is told. */
  readonly label?: L
  readonly summary: string
  /** By the sign of the score where nothing is told and the scale has one; none on a scale without. */
  readonly direction?: Direction | 'none'
  /** The row's key; not needed where the answer is of the key that is computed. */
  readonly key?: string
  /** Of this part of the answer, where it is older than the newest input. */
  readonly asOf?: Date
  /** The route's where nothing is told. */
  readonly disclaimer?: string
  /** Besides what the route never tells. */
  readonly notTold?: readonly string[]
}

/** One answer as a formula tells it: the verdict and the route's fields, unrounded. */
export type ToldAnswer<F extends Fields, L extends string> = Verdict<L> & Told<F>

/** A told answer of any route at its time. */
export type AnyTold = Verdict<string> & { readonly asOf?: Date; readonly route?: string }

export type ToldOf<R> = R extends SignalRoute<infer F, infer L> ? ToldAnswer<F, L> : never

/** Of a stored answer what is another thing by now. */
export interface Aged {
  readonly score?: number
  readonly label?: string
  readonly confidence?: number
  readonly summary?: string
  readonly sections?: Readonly<Record<string, unknown>>
}

/** How much an input still says: all of it up to its age, nothing at twice that. */
export function freshnessAt(observedAt: string, now: Date, maxAgeDays: number): number {
  return clip(2 - (now.getTime() - Date.parse(observedAt)) / (maxAgeDays * 86_400_000), 0, 1)
}

const verdictNames = ['mix', 'label', 'summary', 'direction', 'key', 'asOf', 'disclaimer', 'notTold', 'route'] as const

const secondsOf = ({ days = 0, hours = 0, minutes = 0 }: Lasting): number => days * 86_400 + hours * 3_600 + minutes * 60

const isLadder = <L extends string>(labels: readonly L[] | Ladder<L>): labels is Ladder<L> => 'of' in labels

export function signalRoute<const F extends Fields, const L extends string, const I extends TakenFields = Record<never, never>>(
  options: SignalRouteOptions<F, L, I>,
): SignalRoute<F, L> {
  const reserved = verdictNames.filter((name) => name in options.answer)
  if (reserved.length > 0)
    throw new TollgateError(
      'definition_invalid',
      `${options.path}: no field may be called ${reserved.join(' or ')}, the verdict is`,
    )
  const { takes, example, answer, labels, range = [-100, 100], leastWeight = 0.5, fresh, sold, age, tells, ...others } = options
  const { disclaimer, notTold = [], ...rest } = others
  const words = isLadder(labels) ? labels.labels : labels
  const taken = takeInputs((takes ?? {}) as I, example as Readonly<Record<string, unknown>> | undefined)
  const route = {
    fields: answer as F,
    labels: words,
    labelOf: isLadder(labels) ? (score: number) => labels.of(score) : null,
    range,
    leastWeight,
    disclaimer,
    notTold,
  }
  return {
    ...route,
    definition: {
      method: 'GET',
      // Rows that can all be listed are there before anybody asks; what some inputs need besides is fetched.
      serve: options.demand === undefined || options.closed === true ? 'precomputed' : 'demand',
      ...(rest as Omit<typeof rest, 'key'>),
      ...(age === undefined ? {} : { age: (body, now) => applyAge(body, age(body, now), answer as Fields, range) }),
      ...(tells === undefined ? {} : { lookup: lookupOf(tells, route, options.path) }),
      ...taken,
      output: answerSchema(signalSchema(words, range), schemasOf(answer as Fields)),
      example: { input: example ?? {}, output: undefined },
      maxAgeSeconds: secondsOf(fresh),
      hardMaxAgeSeconds: secondsOf(sold),
    } as SignalRoute['definition'],
  }
}

function lookupOf(
  { selections, build, refuse, tell, instead, isToldFirst }: AnswerOnAsking<any, any, any>,
  route: Omit<SignalRoute, 'definition'>,
  path: string,
): Lookup {
  const tellEnough = (index: unknown, input: unknown, now: Date) => {
    refuse?.(index, input, now)
    const told = tell(index, input, now)
    if (isThin(told.mix, route)) throw tooThin(told.mix, instead?.(index))
    return told
  }
  const refuseFirst = isToldFirst === true ? tellEnough : refuse
  return {
    selections,
    build,
    ...(refuseFirst === undefined ? {} : { refuse: refuseFirst }),
    answer(index, body: StoredBody, input, now) {
      const told = tellEnough(index, input, now)
      return { body: bodyOf({ ...told, asOf: new Date(body.signal.as_of) }, route, path), coverage: told.mix.coverage }
    },
  }
}

/** Weights are decimal fractions: half of them may add up to a hair less. */
export const isThin = ({ availableWeight = 1 }: AnyTold['mix'], { leastWeight }: Pick<SignalRoute, 'leastWeight'>): boolean =>
  round(availableWeight, 6) < leastWeight

/** Of an answer to a caller's own question: half of nothing is not sold as calm. */
function tooThin({ coverage }: AnyTold['mix'], instead: string | undefined): TollgateError {
  const next = instead === undefined ? '' : `; ${instead}`
  return new TollgateError(
    'input_unusable',
    `too little is known of what was asked: ${coverage.missing.join(', ')} missing${next}`,
  )
}

/** What is sold of an answer as a formula tells it: rounded, its label one of the route's. */
export function bodyOf(told: AnyTold & { readonly asOf: Date }, route: Omit<SignalRoute, 'definition'>, path: string) {
  const { mix, summary, asOf, disclaimer: _d, notTold: _n, key: _k, label: named, direction: turned, route: _r, ...answer } = told
  const label = named ?? route.labelOf?.(mix.score)
  if (label === undefined || !route.labels.includes(label))
    throw new TollgateError('definition_invalid', `${path}: the label ${label} is none of ${route.labels.join(', ')}`)
  const { range } = route
  const score = round(clip(mix.score, range[0], range[1]), 1)
  const direction = turned === 'none' ? undefined : (turned ?? (range[0] < 0 ? leaning(score) : undefined))
  const signal = signalHead({ label, score, range, confidence: mix.confidence, direction, now: asOf, summary })
  return { signal, ...tidyAnswer(route.fields, answer, path) }
}

interface StoredBody {
  readonly signal: { readonly score: number; readonly as_of: string; readonly [member: string]: unknown }
}

function applyAge(body: StoredBody, aged: Aged, fields: Fields, range: readonly [number, number]): object {
  const { sections = {}, ...verdict } = aged
  const { score: told, summary, ...words } = verdict
  const score = told === undefined ? body.signal.score : round(clip(told, range[0], range[1]), 1)
  const changed = Object.fromEntries(Object.entries(fields).filter(([name]) => name in sections))
  return {
    ...body,
    signal: {
      ...body.signal,
      ...words,
      score,
      ...(told === undefined || body.signal.direction === undefined || range[0] >= 0 ? {} : { direction: leaning(score) }),
      ...(summary === undefined ? {} : { summary: summary.slice(0, mostSummary) }),
    },
    ...tidyAnswer(changed, sections, 'age'),
  }
}
