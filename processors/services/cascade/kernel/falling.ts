// Places in an array whose values fall.
import { F64s } from './arrays.ts'

// The first place whose value is not above the bound.
export function firstNotAbove(values: F64s, bound: f64, from: i32, to: i32): i32 {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] > bound) low = middle + 1
    else high = middle
  }
  return low
}

export function firstBelow(values: F64s, bound: f64, from: i32, to: i32): i32 {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] >= bound) low = middle + 1
    else high = middle
  }
  return low
}
