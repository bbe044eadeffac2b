// An operator's feeds, read one by one: what one of them does not tell is missing from the state and counted, and costs the others nothing.
import { fetchedOrAside, readOrSetAside, type SetAside } from '../aside.ts'
import type { FetchContext } from '../define.ts'

/** A state of the one feed that is left is still a state. */
export const mostFeedsAside = 0.8

export async function fetchFeeds<R extends object>(
  asks: { readonly [K in keyof R]: () => Promise<NonNullable<R[K]>> },
  { setAside }: Pick<FetchContext, 'setAside'>,
): Promise<Partial<R>> {
  const feeds: Partial<R> = {}
  // One after the other, as their hosts want it.
  for (const name of Object.keys(asks) as (keyof R & string)[]) {
    const feed = await fetchedOrAside(name, asks[name](), setAside)
    if (feed !== undefined) feeds[name] = feed
  }
  return feeds
}

/** What a feed tells; null where it did not come or cannot be read. */
export const readFeed = <F, V>(
  name: string,
  feed: F | undefined,
  read: (feed: F) => V,
  setAside: SetAside | undefined,
): V | null =>
  feed === undefined
    ? null
    : (readOrSetAside(
        () => name,
        () => read(feed),
        setAside,
      ) ?? null)
