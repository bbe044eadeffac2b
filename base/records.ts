// Records whose names are known when they are written, typed by them.

export const namesOf = <N extends string>(record: Readonly<Record<N, unknown>>): N[] => Object.keys(record) as N[]

/** Each name with what is made of it. */
export const recordOf = <N extends string, V>(names: readonly N[], make: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, V>
