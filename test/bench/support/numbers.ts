// Whole numbers above zero as they are typed: `20` or `20,200`.

/** null where there are not so many of them. */
export function asNumbers(text: string, count: number): readonly number[] | null {
  const numbers = text.split(',').map(Number)
  return numbers.length === count && numbers.every((one) => Number.isInteger(one) && one > 0) ? numbers : null
}
