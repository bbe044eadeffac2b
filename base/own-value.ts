// A table's own entry by a name that a stranger chose: what every object has, such as `constructor`, is none.
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
