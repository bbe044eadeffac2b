// The days of a path that come first by severity, the worst of them first: as many as are taken through the book.
export function createFirstDays(count: number) {
  const days = new Uint8Array(count)
  const values = new Float64Array(count)
  let known = 0
  return {
    clear() {
      known = 0
    },
    add(day: number, value: number) {
      let at = Math.min(known, count - 1)
      if (known === count && !(value > values[at]!)) return
      for (; at > 0 && value > values[at - 1]!; at--) {
        values[at] = values[at - 1]!
        days[at] = days[at - 1]!
      }
      values[at] = value
      days[at] = day
      if (known < count) known++
    },
    most: () => values[0]!,
    /** In the place of the path of that number. */
    write: (into: Uint8Array, number: number) => into.set(days.subarray(0, known), number * known),
  }
}
