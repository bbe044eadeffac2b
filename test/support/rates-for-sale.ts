// The answer that tests pay for where what they prove is the way to it, not its figures: what it is made of, and when it is there.

// Of what it is made of only what it is not sold without: fourteen services read FRED's series, and a program busy with their first history is
// slow at all else; the index of stress carries one figure of the answer to today, and has a long history.
export const ratesSources = ['treasury-yields', 'nyfed-rates', 'fed-ebp'] as const
export const onlyRates = ratesSources.join(',')
/** Where the work itself is looked at: that of a source more. */
export const ratesAndStress = `${onlyRates},ofr-fsi`

/** A price is quoted as soon as the API listens; there is something to sell once every source has been polled and applied. */
export async function areRatesForSale(url: string): Promise<boolean> {
  const { sources } = (await (await fetch(`${url}/health`)).json()) as { sources: { last_success_at: string | null }[] }
  const polled = sources.length >= ratesSources.length && sources.every((source) => source.last_success_at !== null)
  return polled && [200, 402].includes((await fetch(`${url}/api/rates/rates`)).status)
}

/** What is not applied yet; null while the program is too busy to count it. */
export async function lagOf(url: string): Promise<number | null | undefined> {
  return ((await (await fetch(`${url}/health`)).json()) as { lag: { total: number } | null }).lag?.total
}
