// Finds boxes near a height without looking at all of them: a page is cut into bands, and each box lies in those it reaches into.
export interface RowIndex<T extends { y0: number; y1: number }> {
  add(item: T): void
  /** Everything that may reach into these heights; some of it twice. */
  near(y0: number, y1: number): Iterable<T>
}

const bandPt = 8
// What is taller lies in no band of its own: it is near everything.
const mostBands = 64

export function createRowIndex<T extends { y0: number; y1: number }>(items: readonly T[] = []): RowIndex<T> {
  const bands = new Map<number, T[]>()
  const tall: T[] = []
  const spans = (y0: number, y1: number) => [Math.floor(y0 / bandPt), Math.floor(y1 / bandPt)] as const

  function add(item: T): void {
    const [first, last] = spans(item.y0, item.y1)
    // Also what has no height that a number can say, or less than none.
    if (!(last >= first && last - first < mostBands)) {
      tall.push(item)
      return
    }
    for (let band = first; band <= last; band++) {
      const list = bands.get(band)
      if (list) list.push(item)
      else bands.set(band, [item])
    }
  }

  // Asked for each word of a page and more: a list or a plain iterator takes a fraction of what a generator does.
  function near(y0: number, y1: number): Iterable<T> {
    const [first, last] = spans(y0, y1)
    if (first === last && tall.length === 0) return bands.get(first) ?? []
    return last - first < bands.size ? between(first, last) : amongAll(first, last)
  }

  function between(first: number, last: number): Iterable<T> {
    let [list, at, band] = [tall, 0, first]
    const next = (): IteratorResult<T> => {
      while (at === list.length) {
        if (band > last) return { done: true, value: undefined }
        list = bands.get(band++) ?? []
        at = 0
      }
      return { done: false, value: list[at++]! }
    }
    return { [Symbol.iterator]: () => ({ next }) }
  }

  /** Of heights that reach over more bands than there are, or that no number can say. */
  function* amongAll(first: number, last: number): Iterable<T> {
    yield* tall
    for (const [band, list] of bands) if (band >= first && band <= last) yield* list
  }

  for (const item of items) add(item)
  return { add, near }
}
