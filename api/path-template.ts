// A path beside a route's own, whose inputs stand in braces: what stands in their places, as it is written.

/** Null where it is the path of another route. */
export function createPathReader(template: string): (path: string) => Record<string, string> | null {
  const parts = template.split('/')
  return (path) => {
    const given = path.split('/')
    if (given.length !== parts.length) return null
    const inputs: Record<string, string> = {}
    for (const [i, part] of parts.entries()) {
      const input = /^\{(\w+)\}$/.exec(part)?.[1]
      if (input === undefined && part !== given[i]) return null
      if (input !== undefined) inputs[input] = given[i]!
    }
    return inputs
  }
}
