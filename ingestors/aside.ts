// What one poll set aside: rows, series or ids that could not be read, each with its reason, so that they cost themselves and not the poll.

import { type ErrorCode, messageOf, TollgateError } from '../base/errors.ts'
import type { SetAsideStatus } from '../db/facts/sources.ts'
import { isAway } from './client/brake.ts'

export interface Aside {
  /** The row, series or id. */
  readonly what: string
  readonly reason: string
  readonly code: ErrorCode
  /** A recording lacks it, which says nothing of the upstream. */
  readonly isNotRecorded?: true
}

/** Takes what could not be read; whoever has none to give it to lets the error go on. */
export type SetAside = (what: string, error: unknown) => void

export interface AsideList {
  readonly set: SetAside
  readonly all: readonly Aside[]
}

export function createAsideList(): AsideList {
  const all: Aside[] = []
  return {
    all,
    set: (what, error) =>
      all.push({
        what: what.slice(0, 120),
        reason: messageOf(error).slice(0, 300),
        code: codeOf(error),
        ...(isNotRecorded(error) && { isNotRecorded: true }),
      }),
  }
}

const codeOf = (error: unknown): ErrorCode => (error instanceof TollgateError ? error.code : 'upstream_changed')

/** An upstream that is away or asks for patience is no bad row. */
export const costsOnlyItself = (error: unknown): boolean =>
  error instanceof TollgateError && ['upstream_changed', 'upstream_refused', 'key_unknown'].includes(error.code)

/** One answer of several may be missing whatever the upstream did; a fault of our own is no answer. */
export const isMissingPart = (error: unknown): boolean => costsOnlyItself(error) || isAway(error)

export const isNotRecorded = (error: unknown): boolean => error instanceof TollgateError && error.detailCode === 'not_recorded'

/** One entry's values; where they cannot be read it is set aside, or the error goes on where nobody collects. */
export function readOrSetAside<V>(what: () => string, read: () => V, setAside: SetAside | undefined): V | undefined {
  try {
    return read()
  } catch (error) {
    if (setAside === undefined || !(error instanceof TypeError || costsOnlyItself(error))) throw error
    setAside(what(), error)
    return undefined
  }
}

/** The values of all entries that can be read, in their order. */
export const readEach = <E, V>(
  entries: readonly E[],
  read: (entry: E) => V | readonly V[],
  setAside: SetAside | undefined,
  what: (entry: E) => string = (entry) => JSON.stringify(entry),
): V[] =>
  entries.flatMap(
    (entry) =>
      readOrSetAside(
        () => what(entry),
        () => read(entry),
        setAside,
      ) ?? [],
  )

/** What was fetched for one id of several; nothing where that one is dead, refused or away, or what `mayMiss` is. */
export async function fetchedOrAside<T>(
  what: string,
  fetched: Promise<T>,
  setAside: SetAside | undefined,
  mayMiss: (error: unknown) => boolean = isMissingPart,
): Promise<T | undefined> {
  try {
    return await fetched
  } catch (error) {
    if (setAside === undefined || !mayMiss(error)) throw error
    setAside(what, error)
    return undefined
  }
}

// So many refused at the beginning, and none that was not: the others would be as well.
const mostRefused = 3

/**
 * What was fetched of each part, one after the other; one that is dead, refused or away costs itself. Where no later poll asks for a
 * missed part again, `mayMiss` is what a recording lacks alone.
 */
export async function fetchParts<P, T>(
  parts: readonly P[],
  what: (part: P) => string,
  fetch: (part: P) => Promise<T>,
  setAside: SetAside | undefined,
  mayMiss: (error: unknown) => boolean = isMissingPart,
): Promise<T[]> {
  const fetched: T[] = []
  let first: unknown
  let refused = 0
  for (const part of parts)
    try {
      fetched.push(await fetch(part))
    } catch (error) {
      if (setAside === undefined || !mayMiss(error)) throw error
      first ??= error
      if (!isNotRecorded(error) && ++refused === mostRefused && fetched.length === 0) throw first
      setAside(what(part), error)
    }
  if (fetched.length === 0 && first !== undefined) throw first
  return fetched
}

// Above it the upstream has changed, whatever still fits.
export const mostShare = 0.2

/** What values are made of: a snapshot is one value of as many entries as its longest list. */
export const countEntries = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    const lists = Object.values(value as object).filter((member) => Array.isArray(member))
    return sum + Math.max(1, ...lists.map((list: unknown[]) => list.length))
  }, 0)

// Who was away is left alone after that.
const kindOf = (code: ErrorCode): ErrorCode => (code === 'upstream_rate_limited' ? 'upstream_unavailable' : code)

export function refuseTooMany(source: string, all: readonly Aside[], kept: number, most = mostShare): void {
  const aside = kept > 0 ? all.filter((one) => !one.isNotRecorded) : all
  const share = aside.length / (aside.length + kept)
  // One of a few is no more than one.
  if (aside.length === 0 || (kept > 0 && (share <= most || aside.length === 1))) return
  // What was there and could not be read says more than what a recording lacks.
  const unread = aside.filter((one) => !one.isNotRecorded)
  const told = unread.length > 0 ? unread : aside
  const first = told[0]!
  const lacking = aside.length - told.length
  // Where all were refused in one way, so was the source.
  const isAlike = kept === 0 && told.every(({ code }) => kindOf(code) === kindOf(first.code))
  throw new TollgateError(
    isAlike ? first.code : 'upstream_changed',
    `${source}: ${told.length} of ${told.length + kept} entries cannot be read; the first, ${first.what}: ${first.reason}` +
      (lacking > 0 ? `; ${lacking} more are not recorded` : ''),
    unread.length > 0 ? {} : { detailCode: 'not_recorded' },
  )
}

/** What the log line, the status and the health say of them. */
export const summarizeAside = (aside: readonly Aside[]): SetAsideStatus => ({
  count: aside.length,
  first: aside.slice(0, 3).map(({ what, reason }) => ({ what, reason })),
})
