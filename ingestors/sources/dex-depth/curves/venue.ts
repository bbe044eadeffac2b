// A place to sell as a curve: what has gone in and come out once its marginal price has fallen to some price. In whole tokens.
export interface Point {
  readonly in: number
  readonly out: number
}

export interface Venue {
  /** What the first token brings, fees taken off; 0 where nothing is bought. */
  readonly top: number
  /** Both rise as the price falls; above the top both are 0. */
  at(price: number): Point
}

export const nothing: Point = { in: 0, out: 0 }
export const closed: Venue = { top: 0, at: () => nothing }

// A price is looked for down to this share of the top: what is sold below brings nothing worth counting.
const lowestShare = 1e-9
const halvings = 100

/** The best split over several venues is the one at which all have the same marginal price. */
export function parallel(venues: readonly Venue[]): Venue {
  const open = venues.filter((venue) => venue.top > 0)
  if (open.length <= 1) return open[0] ?? closed
  return {
    top: Math.max(...open.map((venue) => venue.top)),
    at(price) {
      let [into, out] = [0, 0]
      for (const venue of open) {
        if (venue.top <= price) continue
        const point = venue.at(price)
        into += point.in
        out += point.out
      }
      return { in: into, out }
    },
  }
}

/** A sale of that many: what it brings, and the marginal price after it (0 where the venue cannot take it all). */
export function sell(venue: Venue, amount: number): { readonly out: number; readonly price: number } {
  if (amount <= 0 || venue.top <= 0) return { out: 0, price: venue.top }
  const least = venue.at(venue.top * lowestShare)
  if (least.in < amount) return { out: least.out, price: 0 }
  const price = priceWhere(venue, (point) => point.in < amount)
  const point = venue.at(price)
  // What the price as a double is too coarse for goes at that price.
  return { out: point.out + (amount - point.in) * price, price }
}

/** From samples of rising amounts at falling prices: between two of them a constant product through both, so that no sample is missed. */
export function tabulate(samples: readonly (Point & { readonly price: number })[]): Venue {
  const kept = falling(samples)
  const [first, last] = [kept[0], kept.at(-1)]
  if (first === undefined || last === undefined || kept.length < 2) return closed
  return {
    top: first.price,
    at(price) {
      if (price >= first.price) return nothing
      if (price <= last.price) return last
      let [low, high] = [0, kept.length - 1]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (kept[middle]!.price > price) low = middle
        else high = middle
      }
      const [from, to] = [kept[low]!, kept[high]!]
      const [root, start, end] = [Math.sqrt(price), Math.sqrt(from.price), Math.sqrt(to.price)]
      return {
        in: from.in + ((to.in - from.in) * (1 / root - 1 / start)) / (1 / end - 1 / start),
        out: from.out + ((to.out - from.out) * (start - root)) / (start - end),
      }
    },
  }
}

// A marginal price that does not fall would make two amounts of one price.
function falling<S extends Point & { readonly price: number }>(samples: readonly S[]): S[] {
  const kept: S[] = []
  for (const sample of samples) {
    const before = kept.at(-1)
    if (before === undefined ? sample.price > 0 : sample.price < before.price && sample.in >= before.in && sample.price > 0)
      kept.push(sample)
  }
  return kept
}

const geometric = (from: number, to: number, ratio: number): number[] => {
  const count = Math.ceil(Math.log(to / from) / Math.log(ratio))
  return Array.from({ length: count }, (_, i) => from * (to / from) ** (i / count))
}

/** Falls of a price at which a curve without a closed form is sampled: fine in the fall at first, and in the price further down. */
export const sampledFalls: readonly number[] = [
  0,
  ...geometric(1e-5, 0.3, 1.035),
  ...geometric(1e-3, 0.7, 1.02)
    .map((left) => 1 - left)
    .reverse(),
]

// Where far more comes than the second can pay, all it holds is bought, to the price below which nothing counts.
const sampledShares: readonly number[] = [...sampledFalls.map((fall) => 1 - fall), ...geometric(lowestShare, 1e-3, 1.5).reverse()]

/** What comes out of the first is sold on in the second: looked at where either of them has fallen, for one may be far deeper. */
export function series(first: Venue, second: Venue): Venue {
  if (first.top <= 0 || second.top <= 0) return closed
  const most = first.at(first.top * lowestShare).out
  const ofFirst = sampledFalls.map((fall) => first.top * (1 - fall))
  const ofSecond = sampledShares
    .map((share) => second.at(second.top * share).in)
    .filter((between) => between > 0 && between < most)
    .map((between) => priceWhere(first, ({ out }) => out < between))
  return tabulate(
    [...ofFirst, ...ofSecond]
      .sort((a, b) => b - a)
      .map((price) => {
        const { in: into, out: between } = first.at(price)
        const after = sell(second, between)
        return { in: into, out: after.out, price: price * after.price }
      }),
  )
}

/** The same venue with its amounts in and out, and so its prices, in other units. */
export function scaled(venue: Venue, unitIn: number, unitOut: number): Venue {
  const ratio = unitIn / unitOut
  return {
    top: venue.top * ratio,
    at(price) {
      const point = venue.at(price / ratio)
      return { in: point.in / unitIn, out: point.out / unitOut }
    },
  }
}

/** What an account holds is the most that can come out of it, whatever it says of itself. */
export function holding(venue: Venue, most: number): Venue {
  if (venue.top <= 0 || most <= 0) return closed
  const all = venue.at(venue.top * lowestShare)
  if (all.out <= most) return venue
  const floor = priceWhere(venue, ({ out }) => out < most)
  return { top: venue.top, at: (price) => venue.at(Math.max(price, floor)) }
}

/** The lowest marginal price at which it is still too little. */
function priceWhere(venue: Venue, isTooLittle: (point: Point) => boolean): number {
  let [high, low] = [Math.log(venue.top), Math.log(venue.top * lowestShare)]
  for (let i = 0; i < halvings; i++) {
    const middle = (high + low) / 2
    if (middle === high || middle === low) break
    if (isTooLittle(venue.at(Math.exp(middle)))) high = middle
    else low = middle
  }
  return Math.exp(high)
}
