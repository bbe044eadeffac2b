// A vendor's answers about one listed security each, where the operator has a licence: a few are polled, the others fetched when somebody asks.
import Type, { type Static, type TObject, type TProperties, type TString } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { defineTopic, type Origin, type Topic } from '../../db/log/topic.ts'
import type { SetAside } from '../aside.ts'
import { defineIngestor, type FetchContext, type Ingestor, type OpenKeys, type Unstamped } from '../define.ts'
import { revisedByVintage, vintage } from './vintage.ts'

const ticker = Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' })
type Told<P extends TProperties> = TObject<{ ticker: TString } & P & { vintage: typeof vintage }>

/** What is told of each; it must move within so many days where it is asked for. */
export function tickerTopic<const P extends TProperties>(
  name: `${string}.v${number}`,
  origin: Origin,
  members: P,
  options: { readonly movesDays: number; readonly keptDays: number; observedAt(value: Static<Told<P>>): Date },
): Topic<Static<Told<P>>> {
  return defineTopic({
    name,
    origin,
    schema: Type.Object({ ticker, ...members, vintage }) as unknown as Told<P>,
    partitions: 4,
    moves: { days: options.movesDays, of: 'any' },
    retention: { days: options.keptDays },
    key: (value) => (value as { readonly ticker: string }).ticker,
    observedAt: options.observedAt,
    ...(revisedByVintage as object),
  })
}

interface Asked<A> {
  readonly ticker: string
  readonly answer: A
}

type Options<V, A> = Pick<Ingestor<V>, 'source' | 'topic' | 'schedule' | 'proof' | 'apart'> & {
  /** Its variable's name; without it the source is off. */
  readonly credential: string
  readonly polled: readonly string[]
  /** By the vendor's symbol, which parts classes with a dot. */
  ask(symbol: string, credential: string, context: FetchContext): Promise<A>
  /** Where the vendor has nothing of a security, in its own way of saying it. */
  isNothing(answer: A): boolean
  /** What it would have told. */
  readonly what: string
  read(asked: Asked<A>, at: Date, setAside: SetAside | undefined): Unstamped<V>
  readonly keys: Pick<OpenKeys, 'follows' | 'pollSeconds' | 'concurrency' | 'perSecond'> & Partial<OpenKeys>
}

export function licensedTickers<V, A = unknown>(options: Options<V, A>): Ingestor<V, Asked<A>[]> {
  const { credential, polled, ask, isNothing, what, read, keys, ...rest } = options
  const fetchOne = async (one: string, context: FetchContext): Promise<Asked<A>> => ({
    ticker: one,
    answer: await ask(one.replace('-', '.'), context.credential(credential) ?? '', context),
  })
  return defineIngestor<V, Asked<A>[]>({
    ...rest,
    grade: 'D',
    needs: [credential],
    async fetch(context) {
      const all: Asked<A>[] = []
      for (const one of polled) all.push(await fetchOne(one, context))
      return all
    },
    parse: (all, at, setAside) => all.map((asked) => read(asked, at, setAside)),
    openKeys: {
      async fetch(key, context) {
        const asked = await fetchOne(key, context)
        if (isNothing(asked.answer)) throw new TollgateError('key_unknown', `the vendor has no ${what} of ${key}`)
        return [asked]
      },
      watchSeconds: 3 * 86_400,
      cooldownSeconds: 3_600,
      unknownSeconds: 86_400,
      ...keys,
    },
  })
}
