// Random numbers that a seed and a path's number decide, so that any one path can be drawn again by itself.

export type Random = {
  /** Above 0 and below 1. */
  uniform(): number
  normal(): number
  /** As if made anew for that path of the seed. */
  restart(path: number): void
}

export function randomOf(seed: number, path: number): Random {
  let [a, b, c, d, state] = [0, 0, 0, 0, 0]
  let spare = Number.NaN
  restart(path)

  function restart(path: number): void {
    state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(path + 1, 0xc2b2ae35)) | 0
    a = mixed()
    b = mixed()
    c = mixed()
    d = mixed() | 1
    spare = Number.NaN
  }

  // splitmix32, to fill the state of what follows.
  function mixed(): number {
    state = (state + 0x9e3779b9) | 0
    let mix = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mix = Math.imul(mix ^ (mix >>> 15), 0x735a2d97)
    return mix ^ (mix >>> 15)
  }

  // xoshiro128**
  function uniform(): number {
    const times5 = Math.imul(b, 5)
    const word = Math.imul((times5 << 7) | (times5 >>> 25), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return ((word >>> 0) + 0.5) / 4294967296
  }

  // Box and Muller.
  function normal(): number {
    if (!Number.isNaN(spare)) {
      const value = spare
      spare = Number.NaN
      return value
    }
    const length = Math.sqrt(-2 * Math.log(uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = length * Math.sin(angle)
    return length * Math.cos(angle)
  }

  return { uniform, normal, restart }
}
