// JSON that refuses numbers JSON does not have: JSON.stringify turns NaN and Infinity into null without a word.
export function finiteJson(value: unknown): string {
  return JSON.stringify(value, refuseNonFinite)
}

// A formula that makes one is wrong and must be heard.
function refuseNonFinite(member: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${member} is ${value}`)
  return value
}
