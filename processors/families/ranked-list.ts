// A ranked list cut to what was asked: filters that each keep a row or not, then a limit.

/** One filter; an input that was not given filters nothing. */
export type Filter<R, I> = { readonly [N in keyof I]?: (row: R, asked: NonNullable<I[N]>) => boolean }

/** The section's rows that pass every filter whose input was given, at most so many. */
export function cutRanked<R, I extends { readonly limit?: number | undefined }>(
  rows: readonly R[],
  input: I,
  filters: Filter<R, I>,
): readonly R[] {
  const asked = Object.entries(filters).flatMap(([name, keeps]) => {
    const value = input[name as keyof I]
    return value === undefined || value === null ? [] : [(row: R) => (keeps as (row: R, value: unknown) => boolean)(row, value)]
  })
  return rows.filter((row) => asked.every((keeps) => keeps(row))).slice(0, input.limit)
}
