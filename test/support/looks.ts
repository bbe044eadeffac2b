// Which members of a parsed body are looked at. Whoever reads it does the same whatever stands in the others.

/** The body, telling of each member that is read, asked for or listed, by its steps from the root. */
export function watchLooks(value: unknown, look: (path: string) => void, at: readonly string[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value
  const children = new Map<string, unknown>()
  const lookAt = (member: string | symbol) => {
    if (typeof member === 'string') look([...at, member].join('.'))
  }
  // A copy, for of what is frozen nothing but itself may be shown.
  return new Proxy(Array.isArray(value) ? [...value] : { ...value }, {
    get(target, member, receiver) {
      lookAt(member)
      const inner: unknown = Reflect.get(target, member, receiver)
      if (typeof member === 'symbol' || typeof inner !== 'object' || inner === null) return inner
      if (!children.has(member)) children.set(member, watchLooks(inner, look, [...at, member]))
      return children.get(member)
    },
    has(target, member) {
      lookAt(member)
      return Reflect.has(target, member)
    },
    getOwnPropertyDescriptor(target, member) {
      lookAt(member)
      return Reflect.getOwnPropertyDescriptor(target, member)
    },
    ownKeys(target) {
      const members = Reflect.ownKeys(target)
      members.forEach(lookAt)
      return members
    },
  })
}
