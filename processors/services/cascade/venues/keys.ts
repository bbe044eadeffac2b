// How rows that count central exchanges are named, beside those that do not: no token's name holds a colon.
const mark = 'venues:'

/** Of a row of /cascade. */
export const venueKey = (chainId: number, name: string): string => `${chainId}:${mark}${name}`

export const isVenueKey = (key: string): boolean => key.startsWith(mark, key.indexOf(':') + 1)

/** Of all such rows of one chain: what they are made of. */
export const besideKey = (part: string): string => `${mark}${part}`

/** The chain such a key is of; null: it is none. */
export const chainBeside = (key: string): string | null => (key.startsWith(mark) ? key.slice(mark.length) : null)
