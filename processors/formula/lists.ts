// Lists as answers tell them: their order, and who of those asked for is in none of them.
/** One of those asked for that could not be told of. */
export interface Unresolved<R extends string> {
  readonly ticker: string
  readonly reason: R
}

/** An order by a member that is a number, the most first, and by another where that is the same. */
export const mostFirst =
  <N extends string, T extends string>(by: N, then: T) =>
  (a: Readonly<Record<N, number> & Record<T, string>>, b: Readonly<Record<N, number> & Record<T, string>>): number =>
    b[by] - a[by] || (a[then] < b[then] ? -1 : 1)

/** Those asked for that are not among the told. */
export const unresolvedOf = <R extends string>(
  asked: readonly { readonly ticker: string }[],
  told: readonly { readonly ticker: string }[],
  reasonOf: (ticker: string) => R,
): Unresolved<R>[] => {
  const known = new Set(told.map(({ ticker }) => ticker))
  return asked.flatMap(({ ticker }) => (known.has(ticker) ? [] : [{ ticker, reason: reasonOf(ticker) }]))
}
